import type { Db } from "@/lib/db/client";
import { newId } from "@/lib/ids";

/** Makes an organisation with its first owner. Null: nobody has this address. */
export async function createOrganisation(db: Db, input: { name: string; ownerEmail: string }) {
  const owner = await db.person.findUnique({ where: { email: input.ownerEmail.toLowerCase() } });
  if (owner === null) return null;
  const id = newId("org");
  const member = { create: { person_id: owner.id, role: "owner" } };
  await db.organisation.create({ data: { id, name: input.name, member } });
  return { id, name: input.name, owner_id: owner.id };
}
