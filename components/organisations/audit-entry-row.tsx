import type { ReactNode } from "react";

import { Template } from "@/components/layout/template";
import { Ago } from "@/components/ui/ago";
import { Link } from "@/components/ui/link";
import { useTimestamp } from "@/components/ui/use-moment";
import type { AuditEntry } from "@/console/queries/audit";
import { text } from "@/console/text/audit";
import { didOf } from "@/console/text/audit-actions";
import { detailsText } from "@/console/text/audit-details";
import { webhookName } from "@/console/text/webhook-name";

/** An event as a sentence; its actor and target link to the events they have in common. */
export function AuditEntryRow({ entry }: { entry: AuditEntry }) {
  const { actor, action, target, details, credential, address, filesystem_name: name } = entry;
  const changed = detailsText(details, target.name, useTimestamp());
  const presented =
    credential === null ? text.actorTypes[actor.type] : text.credentialTypes[credential.type];
  return (
    <Row entry={entry}>
      <p>
        <ActorLink actor={actor} />{" "}
        <Template text={didOf(action)} slots={{ target: <TargetLink target={target} /> }} />
        {name !== null && (
          <Template
            text={text.inFilesystem}
            slots={{ filesystem: <span className="font-medium">{name}</span> }}
          />
        )}
      </p>
      {changed !== "" && (
        <p className="text-muted text-sm" suppressHydrationWarning>
          {changed}
        </p>
      )}
      <p className="text-muted text-sm" title={credential?.id}>
        {address === null ? presented : text.actorFrom(presented, address)}
      </p>
    </Row>
  );
}

/** Views by the same support user, one after another: how many, and each of them once it is opened. */
export function AuditViews({ entries }: { entries: readonly AuditEntry[] }) {
  const [newest] = entries;
  if (newest === undefined) return null;
  return (
    <Row entry={newest}>
      <details>
        <summary className="cursor-pointer">
          <span className="font-medium">{newest.actor.name}</span> {text.viewed(entries.length)}
        </summary>
        <ul className="border-line mt-2 border-l">
          {entries.map((entry) => (
            <AuditEntryRow key={entry.id} entry={entry} />
          ))}
        </ul>
      </details>
    </Row>
  );
}

function Row({ entry, children }: { entry: AuditEntry; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-5 py-3">
      <div className="min-w-0 flex-1 basis-72 wrap-anywhere">{children}</div>
      <p className="text-muted text-sm" title={entry.request_id ?? undefined}>
        <Ago at={entry.at} />
      </p>
    </li>
  );
}

const ActorLink = ({ actor }: Pick<AuditEntry, "actor">) => (
  <Link
    href={`?actor=${encodeURIComponent(actor.id ?? "shell")}`}
    className="hover:text-tide font-medium"
    title={actor.id ?? undefined}
  >
    {actor.id !== null ? actor.name : actor.name === "service" ? text.service : text.operator}
  </Link>
);

function TargetLink({ target: { id, name } }: Pick<AuditEntry, "target">) {
  if (id === null) return null;
  return (
    <Link
      href={`?target=${encodeURIComponent(id)}`}
      className={`hover:text-tide ${name === null ? "font-mono text-sm" : "font-medium"}`}
      title={id}
    >
      {name === null ? id : webhookName(name)}
    </Link>
  );
}
