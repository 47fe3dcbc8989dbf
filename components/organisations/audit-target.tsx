import { ListFilter } from "lucide-react";

import { useOrganisation } from "@/components/layout/organisation";
import { Link } from "@/components/ui/link";
import type { AuditEntry } from "@/console/queries/audit";
import { targetPath } from "@/console/state/audit-paths";
import { text } from "@/console/text/audit";
import { webhookName } from "@/console/text/webhook-name";

type Props = { entry: AuditEntry };

const LINK = "hover:text-tide font-medium underline-offset-4 hover:underline";

/** What an event is about: a link to it while it exists, beside one to its events; afterwards to those alone. */
export function AuditTarget({ entry }: Props) {
  const { id: orgId } = useOrganisation();
  const { id, name } = entry.target;
  if (id === null) return null;
  const called = name === null ? id : webhookName(name);
  const path = targetPath(orgId, entry);
  const events = `?target=${encodeURIComponent(id)}`;
  if (path === null)
    return (
      <Link href={events} className={name === null ? `${LINK} font-mono text-sm` : LINK} title={id}>
        {called}
      </Link>
    );
  return (
    <>
      <Link href={path} className={LINK} title={id}>
        {called}
      </Link>{" "}
      <Link
        href={events}
        className="text-muted hover:text-tide inline-block p-1 align-middle"
        aria-label={text.eventsOf(called)}
        title={text.eventsOf(called)}
      >
        <ListFilter aria-hidden className="size-3.5" />
      </Link>
    </>
  );
}

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
