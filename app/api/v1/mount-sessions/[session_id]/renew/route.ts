import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { renewMountSession } from "@/lib/mounts/renew-mount-session";

export const POST = handle(api.mounts.renew, ({ ctx, params }) =>
  renewMountSession(ctx, params.session_id),
);
