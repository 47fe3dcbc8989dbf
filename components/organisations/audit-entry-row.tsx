import Link from "next/link";

import { Ago } from "@/components/ui/ago";
import type { AuditEntry } from "@/console/queries/audit";
import { text } from "@/console/text/audit";

/** An event; its actor, action and target link to the events they have in common. */
export function AuditEntryRow({ entry }: { entry: AuditEntry }) {
  const { at, actor, action, target, details, credential, address, request_id: requestId } = entry;
  const changed = text.details(details);
  const who =
    credential === null ? text.actorTypes[actor.type] : text.credentialTypes[credential.type];
  return (
    <li className="grid gap-x-6 gap-y-1 px-5 py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_9rem]">
      <div className="min-w-0">
        <Link
          href={`?actor=${encodeURIComponent(actor.id ?? "shell")}`}
          className="hover:text-tide block truncate font-medium"
          title={actor.id ?? undefined}
        >
          {actor.name}
        </Link>
        <p className="text-muted text-sm" title={credential?.id}>
          {address === null ? who : text.actorFrom(who, address)}
        </p>
      </div>
      <div className="min-w-0">
        <p className="truncate">
          <Link
            href={`?action=${encodeURIComponent(action)}`}
            className="hover:text-tide font-mono text-sm"
          >
            {action}
          </Link>
        </p>
        {target.id !== null && (
          <Link
            href={`?target=${encodeURIComponent(target.id)}`}
            className="text-muted hover:text-tide block truncate font-mono text-xs"
          >
            {target.id}
          </Link>
        )}
        {changed !== "" && <p className="text-muted text-sm break-words">{changed}</p>}
      </div>
      <p className="text-muted text-sm md:text-right" title={requestId ?? undefined}>
        <Ago at={at} />
      </p>
    </li>
  );
}
