import { audit } from "@/lib/audit/record";
import type { Db } from "@/lib/db/client";

/**
 * Disables an organisation, from the shell (spec 3.18): nothing reaches its data, its mounts end and its webhooks are
 * disabled; nothing is deleted. Returns false if there is no such enabled organisation.
 */
export async function disableOrganisation(db: Db, id: string): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const [row] = await tx.$queryRaw<{ disabled: boolean }[]>`
      SELECT organisation_disable(${id}) AS disabled`;
    if (row?.disabled !== true) return false;
    const target = { type: "organisation", id };
    await audit(tx, "shell", { action: "organisation.disabled", target, orgId: id });
    return true;
  });
}

/** Gives a disabled organisation its access back; its webhooks stay disabled and are created again. */
export async function enableOrganisation(db: Db, id: string): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const { count } = await tx.organisation.updateMany({
      where: { id, disabled_at: { not: null }, deleted_at: null },
      data: { disabled_at: null },
    });
    if (count === 0) return false;
    const target = { type: "organisation", id };
    await audit(tx, "shell", { action: "organisation.enabled", target, orgId: id });
    return true;
  });
}
