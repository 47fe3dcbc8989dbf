import { CircleCheck, TriangleAlert } from "lucide-react";

import { countOf } from "@/console/text/sizes";

type Props = { glance: { webhooks: number; failing: number; disabled: number } };

/** How the webhooks of a filesystem are, in a sign and a few words. */
export function WebhookHealth({ glance: { webhooks, failing, disabled } }: Props) {
  if (webhooks === 0) return <span className="text-muted text-sm">No webhooks</span>;
  const troubled = [
    failing > 0 ? `${failing} failing` : "",
    disabled > 0 ? `${disabled} disabled` : "",
  ].filter((words) => words !== "");
  if (troubled.length === 0)
    return (
      <span className="flex items-center gap-1.5 text-sm">
        <CircleCheck aria-hidden className="text-good size-4 shrink-0" />
        {countOf(webhooks, "webhook")} well
      </span>
    );
  return (
    <span className="text-bad flex items-center gap-1.5 text-sm font-medium">
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      {troubled.join(", ")} of {webhooks}
    </span>
  );
}
