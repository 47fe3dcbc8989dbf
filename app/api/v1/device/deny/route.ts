import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { decideDevice } from "@/lib/oauth/device/decide-device";

export const POST = handle(api.device.deny, ({ ctx, body }) =>
  decideDevice(ctx, { ...body, decision: "denied" }),
);
