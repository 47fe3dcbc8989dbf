import { recordView } from "@/lib/audit/record-view";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { paginate } from "@/lib/http/page";
import { listFailures } from "@/lib/support/read-failing-webhooks";

export const GET = handle(api.support.failures, async (args) => {
  const webhooks = await paginate(
    args,
    (page) => listFailures(args.ctx, { ...args.query, ...page }),
    (webhook) => webhook.webhook_id,
  );
  const orgs = webhooks.map((webhook) => webhook.org_id);
  await recordView(args.ctx, "support.failures_viewed", orgs);
  return webhooks;
});
