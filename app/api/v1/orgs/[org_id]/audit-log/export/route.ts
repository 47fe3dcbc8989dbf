import { exportAudit } from "@/lib/audit/export";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const GET = handle(api.auditLog.export, async ({ ctx, query }) => exportAudit(ctx, query));
