import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { revokeMountSession } from "@/lib/mounts/revoke-mount-session";

export const DELETE = handle(api.mounts.revoke, ({ ctx, params }) =>
  revokeMountSession(ctx, params.session_id),
);
