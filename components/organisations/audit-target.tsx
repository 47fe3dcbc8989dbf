import { ListFilter } from "lucide-react";

import { useOrganisation } from "@/components/layout/organisation";
import { Link } from "@/components/ui/link";
import type { AuditEntry } from "@/console/queries/audit";
import { targetPath } from "@/console/state/audit-paths";
import { text } from "@/console/text/audit";
import { webhookName } from "@/console/text/webhook-name";

type Props = { entry: AuditEntry };

const LINK = "hover:text-tide font-medium underline-offset-4 hover:underline";

/** What an event is about: a link to it while it exists, then to its events. */
export function AuditTarget({ entry }: Props) {
  const { id: orgId } = useOrganisation();
  const { id, name } = entry.target;
  if (id === null) return null;
  return (
    <Link
      href={targetPath(orgId, entry) ?? eventsPath(id)}
      className={name === null ? `${LINK} font-mono text-sm` : LINK}
      title={id}
    >
      {name === null ? id : webhookName(name)}
    </Link>
  );
}

/** A link to the events about what still exists, whose name leads to it. */
export function EventsLink({ entry }: Props) {
  const { id: orgId } = useOrganisation();
  const { id, name } = entry.target;
  if (id === null || name === null || targetPath(orgId, entry) === null) return null;
  const label = text.eventsOf(webhookName(name));
  return (
    <Link
      href={eventsPath(id)}
      className="text-muted hover:text-tide -my-1 self-center rounded-sm p-1"
      aria-label={label}
      title={label}
    >
      <ListFilter aria-hidden className="size-4" />
    </Link>
  );
}

const eventsPath = (id: string) => `?target=${encodeURIComponent(id)}`;

/** The filesystem in which something was done: a link to it while it exists. */
export function AuditFilesystem({ entry: { filesystem_name: name, details } }: Props) {
  const { id: orgId } = useOrganisation();
  const id = String(details["filesystem_id"]);
  if (name === null) return text.deletedFilesystem;
  return (
    <Link href={`/o/${orgId}/filesystems/${id}/files`} className={LINK} title={id}>
      {name}
    </Link>
  );
}
