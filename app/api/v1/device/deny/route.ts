import { decideDevice } from "@/lib/auth/device/decide-device";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.device.deny, ({ ctx, body }) =>
  decideDevice(ctx, { ...body, decision: "denied" }),
);
