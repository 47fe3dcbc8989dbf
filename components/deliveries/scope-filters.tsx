import { useInfiniteQuery } from "@tanstack/react-query";

import { useOrganisation } from "@/components/layout/organisation";
import { Select } from "@/components/ui/select";
import type { Filesystem } from "@/console/queries/filesystems";
import { allWebhooksQuery, type DeliveryScope } from "@/console/queries/organisation-webhooks";
import { text } from "@/console/text/all-deliveries";
import { webhookChoices } from "@/console/text/webhook-choices";
import { shortId } from "@/console/text/webhook-label";

type Props = {
  scope: DeliveryScope;
  filesystems: readonly Filesystem[];
  onChange: (values: Record<string, string>) => void;
};

/** Narrows the deliveries of an organisation to a filesystem or a webhook. */
export function ScopeFilters({ scope, filesystems, onChange }: Props) {
  const { id: orgId } = useOrganisation();
  // Only the names are of interest, which rarely change.
  const list = useInfiniteQuery({ ...allWebhooksQuery(orgId), refetchInterval: false });
  const { filesystem_id: fsId = "", webhook_id: webhookId = "" } = scope;
  const webhooks = (list.data?.pages.flat() ?? []).filter(
    (webhook) => fsId === "" || webhook.filesystem_id === fsId,
  );
  return (
    <>
      <Choice
        label={text.filesystem}
        any={text.anyFilesystem}
        value={fsId}
        options={filesystems.map(({ id, name }) => [id, name])}
        onChange={(filesystem) => onChange({ filesystem, webhook: "" })}
      />
      <Choice
        label={text.webhook}
        any={text.anyWebhook}
        value={webhookId}
        options={webhookChoices(webhooks, filesystems)}
        onChange={(webhook) => onChange({ webhook })}
      />
    </>
  );
}

type ChoiceProps = {
  label: string;
  any: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
};

function Choice({ label, any, value, options, onChange }: ChoiceProps) {
  const isKnown = value === "" || options.some(([id]) => id === value);
  return (
    <Select
      quiet
      label={label}
      className="max-w-48"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{any}</option>
      {!isKnown && <option value={value}>{shortId(value)}</option>}
      {options.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
