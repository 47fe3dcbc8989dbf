import { describeServer } from "@/lib/auth/oauth/metadata";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const GET = handle(api.oauth.metadata, async ({ ctx }) =>
  describeServer(ctx.services.settings),
);
