import type { Db } from "@/lib/db/client";
import { newId } from "@/lib/ids";

import { audit } from "./audit";

// A month, whatever is done meanwhile: whoever is gone for longer signs in again.
export const SESSION_SECONDS = 30 * 24 * 60 * 60;
// Enough to recognise a browser by; the header is the client's and could be of any length.
const MAX_AGENT = 300;

type Input = {
  person: { id: string; name: string };
  address: string;
  userAgent: string;
  requestId: string;
};

/** Opens a console session of a person who has just proved who they are (contract, section 3). Returns its id. */
export async function openSession(db: Db, input: Input): Promise<string> {
  const id = newId("sess");
  const { person, address, requestId } = input;
  await db.$transaction(async (tx) => {
    await tx.session.create({
      data: {
        id,
        person_id: person.id,
        address,
        user_agent: input.userAgent.slice(0, MAX_AGENT),
        expires_at: new Date(Date.now() + SESSION_SECONDS * 1000),
      },
    });
    const actor = { type: "person" as const, ...person };
    const target = { type: "session", id };
    await audit(tx, { actor, address, requestId }, { action: "session.opened", target });
  });
  return id;
}
