import { useOrganisation } from "@/components/layout/organisation";
import type { Webhook, WebhookIds } from "@/console/queries/webhooks";
import { lastCauseOf } from "@/console/text/failure-causes";
import { text } from "@/console/text/webhook-health";

import { RecoveryActions } from "./recovery-actions";

/** Why a webhook in a list is unhealthy, with what members can do about it there. */
export function FailingNote({ params, webhook }: { params: WebhookIds; webhook: Webhook }) {
  const { canWrite } = useOrganisation();
  const isRevoked = webhook.disabled_reason === "access_revoked";
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <p>{isRevoked ? text.creatorLost : lastCauseOf(webhook)}</p>
      {canWrite && !isRevoked && <RecoveryActions params={params} webhook={webhook} size="sm" />}
    </div>
  );
}
