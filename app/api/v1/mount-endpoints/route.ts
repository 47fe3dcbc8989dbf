import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { mountEndpoints } from "@/lib/mounts/mount-endpoints";

export const GET = handle(api.mounts.endpoints, ({ ctx }) =>
  Promise.resolve(mountEndpoints(ctx.services.settings)),
);
