import type { Actor } from "@/lib/auth/actor";
import type { Context } from "@/lib/auth/context";
import type { Prisma } from "@/lib/db/client";
import { newId } from "@/lib/ids";

/** What was done to what, in a verb of the past, as in `webhook.created`. */
export type AuditEvent = {
  action: `${string}.${string}`;
  target: { type: string; id: string | null };
  /** Whose log it belongs to; by default the organisation of the request. Null: it concerns a person alone. */
  orgId?: string | null;
};

/** Who did it: a caller of the API, or the operator at the shell. */
export type Auditor =
  | (Pick<Context, "address" | "requestId"> & { actor: Pick<Actor, "type" | "id" | "name"> })
  | "shell";

/**
 * Adds one entry to the audit log, in the transaction of what it tells of, so that neither is without the other.
 * The log can only be added to; the database refuses anything else. Never hand it a secret.
 */
export async function audit(
  tx: Prisma.TransactionClient,
  who: Auditor & { orgId?: string },
  event: AuditEvent,
): Promise<void> {
  await tx.audit_entry.create({ data: toEntry(who, event) });
}

/** Adds many entries at once, as `audit` does one. */
export async function auditAll(
  tx: Prisma.TransactionClient,
  who: Auditor & { orgId?: string },
  events: readonly AuditEvent[],
): Promise<void> {
  await tx.audit_entry.createMany({ data: events.map((event) => toEntry(who, event)) });
}

function toEntry(who: Auditor & { orgId?: string }, { action, target, orgId }: AuditEvent) {
  const by =
    who === "shell"
      ? { actor_type: "system", actor_id: null, actor_name: "shell" }
      : {
          actor_type: who.actor.type,
          actor_id: who.actor.id,
          actor_name: who.actor.name,
          address: who.address,
          request_id: who.requestId,
        };
  return {
    id: newId("aud"),
    org_id: orgId === undefined ? orgOf(who) : orgId,
    ...by,
    action,
    target_type: target.type,
    target_id: target.id,
  };
}

const orgOf = (who: Auditor & { orgId?: string }) => (who === "shell" ? null : (who.orgId ?? null));
