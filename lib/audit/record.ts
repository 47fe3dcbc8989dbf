import type { Actor } from "@/lib/auth/actor";
import type { Context } from "@/lib/auth/context";
import type { Prisma } from "@/lib/db/client";
import { newId } from "@/lib/ids";

/** An action in the past tense, as in `webhook.created`, and its target. */
export type AuditEvent = {
  action: `${string}.${string}`;
  target: { type: string; id: string | null };
  /** Organisation of the entry; default: that of the request. Null if it concerns only a user. */
  orgId?: string | null;
};

/** The actor: an API caller, or the operator's shell. */
export type Auditor =
  | (Pick<Context, "address" | "requestId"> & { actor: Pick<Actor, "type" | "id" | "name"> })
  | "shell";

/**
 * Adds an audit log entry in the transaction of the action, so that neither exists without the other. The
 * database rejects changes to existing entries. Never include secrets.
 */
export async function audit(
  tx: Prisma.TransactionClient,
  who: Auditor & { orgId?: string },
  event: AuditEvent,
): Promise<void> {
  await tx.audit_entry.create({ data: toEntry(who, event) });
}

/** Like `audit`, for many entries. */
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
