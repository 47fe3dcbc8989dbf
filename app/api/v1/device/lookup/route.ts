import { lookupDevice } from "@/lib/auth/device/lookup-device";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.device.lookup, ({ ctx, body }) => lookupDevice(ctx, body));
