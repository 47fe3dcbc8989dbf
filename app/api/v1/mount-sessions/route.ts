import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { createMountSession } from "@/lib/mounts/create-mount-session";

export const POST = handle(api.mounts.create, ({ ctx, body }) => createMountSession(ctx, body));
