import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { authorizeDevice } from "@/lib/oauth/device/authorize-device";

export const POST = handle(api.oauth.authorizeDevice, ({ ctx, body }) =>
  authorizeDevice(ctx, body),
);
