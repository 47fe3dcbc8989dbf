import { AppError } from "@/lib/errors";
import type { Services } from "@/lib/services";

import { findSession } from "./callers/person";

/** The person whose session is alive; null when there is no such session, or it is over. */
export async function findPerson(services: Services, sessionId: string | null) {
  if (sessionId === null) return null;
  try {
    const { actor } = await findSession(services, sessionId, { orgId: null, filesystemId: null });
    return actor.type === "person" ? { id: actor.id, email: actor.email, name: actor.name } : null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
