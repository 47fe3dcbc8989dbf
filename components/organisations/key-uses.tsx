"use client";

import { useQuery } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { keyUsesQuery } from "@/console/queries/api-keys";
import { keyUsesText as text } from "@/console/text/api-keys";
import { webhookName } from "@/console/text/webhook-name";

/** The webhooks and mounts that an API key created. `title` says what happens to them. */
export function KeyUses({ keyId, title }: { keyId: string; title: string }) {
  const { id: orgId } = useOrganisation();
  const { data, error } = useQuery(keyUsesQuery(orgId, keyId));
  if (data === undefined)
    return error ? <Failure error={error} /> : <p className="text-muted text-sm">{text.loading}</p>;
  const { webhooks, webhook_count: webhookCount, mounts, mount_count: mountCount } = data;
  if (webhookCount + mountCount === 0) return <p className="text-muted text-sm">{text.none}</p>;
  const hidden = webhookCount + mountCount - webhooks.length - mounts.length;
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <p className="font-medium">{title}</p>
      <ul className="text-muted max-h-40 list-disc overflow-y-auto pl-5">
        {webhooks.map(({ id, host, filesystem_name: name }) => (
          <li key={id}>{text.webhook(webhookName(host), name)}</li>
        ))}
        {mounts.map(({ id, machine, filesystem_name: name }) => (
          <li key={id}>{text.mount(name, machine)}</li>
        ))}
        {hidden > 0 && <li>{text.more(hidden)}</li>}
      </ul>
    </div>
  );
}
