import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { paginate } from "@/lib/http/page";
import { auditView } from "@/lib/support/audit-view";
import { listFailures } from "@/lib/support/read-troubled";

export const GET = handle(api.support.failures, async (args) => {
  const webhooks = await paginate(
    args,
    (page) => listFailures(args.ctx, { ...args.query, ...page }),
    (webhook) => webhook.webhook_id,
  );
  const orgs = webhooks.map((webhook) => webhook.org_id);
  await auditView(args.ctx, "support.failures_viewed", orgs);
  return webhooks;
});
