import { Alert } from "@/components/ui/alert";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import { FailureBanner } from "@/components/webhooks/failure-banner";
import type { Delivery } from "@/console/queries/deliveries";
import type { SupportWebhookDetail } from "@/console/queries/support";
import { forStaff } from "@/console/text/for-staff";
import { text } from "@/console/text/support";

const RevokedBanner = lazyWithRetry(
  async () => (await import("@/components/webhooks/revoked-banner")).RevokedBanner,
  <Skeleton className="h-24" />,
);

type Props = { webhook: SupportWebhookDetail & { url: string }; current: Delivery | undefined };

/** Why nothing arrives from a webhook and what the customer can do; nothing if it is healthy. */
export function WebhookProblem({ webhook, current }: Props) {
  if (webhook.state === "paused")
    return (
      <Alert tone="warn">
        <p className="font-semibold">{text.paused}</p>
        <p>{text.pausedAbout}</p>
      </Alert>
    );
  if (webhook.disabled_reason === "access_revoked") return <RevokedBanner reader="staff" />;
  return <FailureBanner webhook={webhook} current={current} staff={forStaff} />;
}
