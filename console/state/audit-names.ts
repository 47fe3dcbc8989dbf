import type { AuditEntry } from "@/console/queries/audit";
import { text } from "@/console/text/audit";
import { webhookName } from "@/console/text/webhook-name";

export type Named = { id: string; name: string };

/** What an actor or a target that no list has is called, by an event of theirs among these; undefined if there is none. */
export function nameInEvents(
  events: readonly AuditEntry[],
  role: "actor" | "target",
  id: string,
): string | undefined {
  const event = events.find((one) => one[role].id === id);
  if (event === undefined) return undefined;
  return role === "actor" ? actorName(event) : targetName(event);
}

function actorName({ actor, action }: AuditEntry): string {
  if (action.startsWith("support.")) return text.ofSupport(actor.name);
  return actor.type === "mount" ? actor.name : text.removed(actor.name);
}

// Of others nothing says whether they still exist.
const MAY_END = new Set(["filesystem", "webhook", "api_key", "user"]);

function targetName({ target: { type, name, present_name: present } }: AuditEntry) {
  if (name === null) return undefined;
  const shown = webhookName(present ?? name);
  return present === null && MAY_END.has(type) ? text.removed(shown) : shown;
}

/** The targets of events that ended them, each once, without those that are there again. */
export function endedBy(events: readonly AuditEntry[], present: readonly { id: string }[]) {
  const ended = new Map<string, Named>();
  for (const { target } of events)
    if (target.id !== null && target.name !== null && !ended.has(target.id))
      ended.set(target.id, { id: target.id, name: text.removed(target.name) });
  for (const { id } of present) ended.delete(id);
  return [...ended.values()];
}
