import type { ReactNode } from "react";

import { Ago } from "@/components/ui/ago";
import { CopyButton } from "@/components/ui/copy-button";
import type { SupportWebhookDetail } from "@/console/queries/support";
import { text } from "@/console/text/support";

/** When a webhook last did what, and the ids to name it by. */
export function WebhookFacts({ webhook }: { webhook: SupportWebhookDetail }) {
  const times = [
    [text.created, webhook.created_at],
    [text.lastSuccess, webhook.last_success_at],
    [text.lastFailure, webhook.last_failure_at],
  ] as const;
  const ids = [
    [text.webhook, webhook.webhook_id],
    [text.organisation, webhook.org_id],
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
      {times.map(([name, at]) => (
        <Fact key={name} name={name}>
          {at === null ? text.never : <Ago at={at} />}
        </Fact>
      ))}
      <div className="basis-full max-sm:hidden" />
      {ids.map(([name, value]) => (
        <Fact key={name} name={name}>
          <code className="font-mono text-xs wrap-anywhere">{value}</code>
          <CopyButton text={value} label={text.copy(name)} />
        </Fact>
      ))}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
      <dt className="text-muted">{name}</dt>
      <dd className="flex items-center gap-2">{children}</dd>
    </div>
  );
}
