import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { lookupDevice } from "@/lib/oauth/device/lookup-device";

export const POST = handle(api.device.lookup, ({ ctx, body }) => lookupDevice(ctx, body));
