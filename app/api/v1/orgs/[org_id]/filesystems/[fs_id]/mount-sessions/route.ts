import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { paginate } from "@/lib/http/page";
import { listMountSessions } from "@/lib/mounts/read-mount-sessions";

export const GET = handle(api.mounts.list, (args) =>
  paginate(
    args,
    (page) => listMountSessions(args.ctx, { ...page, ended: args.query.ended }),
    (session) => session.id,
  ),
);
