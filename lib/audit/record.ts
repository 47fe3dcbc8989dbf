import type { Actor } from "@/lib/auth/actor";
import type { Context } from "@/lib/auth/context";
import type { Prisma } from "@/lib/db/client";
import { newId } from "@/lib/ids";

/** An action in the past tense, as in `webhook.created`, and its target. */
export type AuditEvent = {
  action: `${string}.${string}`;
  /** `name` only of what does not exist any more; otherwise it is looked up. */
  target: { type: string; id: string | null; name?: string };
  /** What was set, and under `before` what it replaced. Never secrets. */
  details?: Prisma.InputJsonObject;
  /** Organisation of the entry; default: that of the request. Null if it concerns only the service. */
  orgId?: string | null;
};

/** The actor: an API caller with its credential, the operator's shell, or the service by itself. */
export type Auditor =
  | (Pick<Context, "address" | "requestId"> & {
      actor: Pick<Actor, "type" | "id" | "name"> & { credential?: string };
    })
  | "shell"
  | "service";

type Who = Auditor & { orgId?: string };

/**
 * Adds an audit log entry in the transaction of the action, so that neither exists without the other. What
 * concerns a user alone is in the log of each of their organisations too. The database rejects changes to
 * existing entries.
 */
export async function audit(
  tx: Prisma.TransactionClient,
  who: Who,
  event: AuditEvent,
): Promise<void> {
  await auditAll(tx, who, [event]);
}

/** Like `audit`, for many entries. */
export async function auditAll(
  tx: Prisma.TransactionClient,
  who: Who,
  events: readonly AuditEvent[],
): Promise<void> {
  const data = [];
  for (const event of events) {
    const target_name = event.target.name ?? (await nameOf(tx, event));
    for (const orgId of await organisationsOf(tx, who, event))
      data.push({ ...toEntry(who, event), target_name, id: newId("aud"), org_id: orgId });
  }
  await tx.audit_entry.createMany({ data });
}

async function nameOf(tx: Prisma.TransactionClient, { target }: AuditEvent) {
  if (target.id === null) return null;
  const [row] = await tx.$queryRaw<{ name: string | null }[]>`
    SELECT audit_target_name(${target.type}, ${target.id}) AS name`;
  return row?.name ?? null;
}

async function organisationsOf(tx: Prisma.TransactionClient, who: Who, event: AuditEvent) {
  const orgId = event.orgId === undefined && typeof who !== "string" ? who.orgId : event.orgId;
  if (orgId !== undefined) return [orgId];
  const userId = personOf(who, event);
  if (userId === null) return [null];
  const member = await tx.member.findMany({
    where: { user_id: userId },
    select: { org_id: true },
  });
  return [null, ...member.map(({ org_id }) => org_id)];
}

/** The user whom an event without an organisation concerns. */
function personOf(who: Who, { target }: AuditEvent): string | null {
  if (target.type === "user") return target.id;
  return typeof who !== "string" && who.actor.type === "user" ? who.actor.id : null;
}

function toEntry(who: Who, { action, target, details }: AuditEvent) {
  const by =
    typeof who === "string"
      ? { actor_type: "system", actor_id: null, actor_name: who }
      : {
          actor_type: who.actor.type,
          actor_id: who.actor.id,
          actor_name: who.actor.name,
          credential: who.actor.credential ?? null,
          address: who.address,
          request_id: who.requestId,
        };
  return { ...by, action, target_type: target.type, target_id: target.id, details: details ?? {} };
}
