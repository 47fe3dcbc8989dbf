import type { ReactNode } from "react";

import { Template } from "@/components/layout/template";
import { Ago } from "@/components/ui/ago";
import { Link } from "@/components/ui/link";
import { useTimestamp } from "@/components/ui/use-moment";
import type { AuditEntry } from "@/console/queries/audit";
import { text } from "@/console/text/audit";
import { sentenceOf } from "@/console/text/audit-actions";
import { detailsText } from "@/console/text/audit-details";

import { AuditFilesystem, AuditTarget, EventsLink } from "./audit-target";

/** An event as a sentence; its actor links to what else they did, and what still exists to its page. */
export function AuditEntryRow({ entry }: { entry: AuditEntry }) {
  const { actor, target, details, address } = entry;
  const isOwn = actor.id !== null && actor.id === target.id;
  const isPlaced = entry.filesystem_name !== null || "filesystem_id" in details;
  const changed = detailsText(details, target.name, useTimestamp());
  const presented = presentedAs(entry);
  return (
    <Row entry={entry}>
      <p>
        <ActorLink actor={actor} />{" "}
        <Template
          text={sentenceOf(entry, { isOwn, isPlaced })}
          slots={{
            target: <AuditTarget entry={entry} />,
            filesystem: <AuditFilesystem entry={entry} />,
          }}
        />
      </p>
      {changed !== "" && (
        <p className="text-muted text-sm" suppressHydrationWarning>
          {changed}
        </p>
      )}
      <p className="text-muted text-sm" title={entry.credential?.id}>
        {address === null ? presented : text.actorFrom(presented, address)}
      </p>
    </Row>
  );
}

/** How who did it was known: by a credential, as our support team, or without a request. */
function presentedAs({ action, actor, credential }: AuditEntry): string {
  if (action.startsWith("support.")) return text.support;
  if (credential !== null) return text.credentialTypes[credential.type];
  return isService(actor) ? text.automatic : text.actorTypes[actor.type];
}

/** Views by the same support user, one after another: how many, and each of them once it is opened. */
export function AuditViews({ entries }: { entries: readonly AuditEntry[] }) {
  const [newest] = entries;
  if (newest === undefined) return null;
  const actor = <span className="font-medium">{newest.actor.name}</span>;
  return (
    <li>
      <details>
        <summary className="cursor-pointer px-5 py-3">
          <Template text={text.viewed(text.support, entries.length)} slots={{ actor }} />
          <span className="text-muted float-right text-sm">
            <Ago at={newest.at} />
          </span>
        </summary>
        <ul className="border-line divide-line ml-5 divide-y border-t border-l">
          {entries.map((entry) => (
            <AuditEntryRow key={entry.id} entry={entry} />
          ))}
        </ul>
      </details>
    </li>
  );
}

function Row({ entry, children }: { entry: AuditEntry; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-5 py-3">
      <div className="min-w-0 flex-1 basis-72 wrap-anywhere">{children}</div>
      <p
        className="text-muted flex items-baseline gap-1.5 text-sm sm:flex-row-reverse"
        title={entry.request_id ?? undefined}
      >
        <Ago at={entry.at} />
        <EventsLink entry={entry} />
      </p>
    </li>
  );
}

const isService = ({ id, name }: AuditEntry["actor"]) => id === null && name === "service";

const ActorLink = ({ actor }: Pick<AuditEntry, "actor">) => (
  <Link
    href={`?actor=${encodeURIComponent(actor.id ?? actor.name)}`}
    className="hover:text-tide font-medium"
    title={actor.id ?? undefined}
  >
    {actor.id !== null ? actor.name : isService(actor) ? text.service : text.operator}
  </Link>
);
