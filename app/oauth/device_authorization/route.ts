import { authorizeDevice } from "@/lib/auth/device/authorize-device";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.oauth.authorizeDevice, ({ ctx, body }) =>
  authorizeDevice(ctx, body),
);
