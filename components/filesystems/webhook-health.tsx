import { CircleCheck, CirclePause, TriangleAlert } from "lucide-react";

import type { WebhookCounts } from "@/console/queries/filesystem-summary";
import { webhookHealth } from "@/console/text/webhook-summary";

/** The health of a filesystem's webhooks: an icon and a few words. */
export function WebhookHealth({ webhooks }: { webhooks: WebhookCounts }) {
  const { total, retrying, failing, paused, disabled } = webhooks;
  const summary = webhookHealth(webhooks);
  if (total === 0) return <span className="text-muted text-sm">{summary}</span>;
  if (retrying + failing + disabled === 0)
    return (
      <span className="flex items-center gap-1.5 text-sm">
        {paused === 0 ? (
          <CircleCheck aria-hidden className="text-good size-4 shrink-0" />
        ) : (
          <CirclePause aria-hidden className="text-muted size-4 shrink-0" />
        )}
        {summary}
      </span>
    );
  const tone = failing + disabled > 0 ? "text-bad" : "text-warn";
  return (
    <span className={`${tone} flex items-center gap-1.5 text-sm font-medium`}>
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      {summary}
    </span>
  );
}
