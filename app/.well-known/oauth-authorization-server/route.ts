import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { describeServer } from "@/lib/oauth/metadata";

export const GET = handle(api.oauth.metadata, async ({ ctx }) =>
  describeServer(ctx.services.settings),
);
