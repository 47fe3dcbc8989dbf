import { listAudit } from "@/lib/audit/list";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { paginate } from "@/lib/http/page";

export const GET = handle(api.auditLog.list, (args) =>
  paginate(
    args,
    (page) => listAudit(args.ctx, { ...args.query, ...page }),
    (entry) => entry.id,
  ),
);
