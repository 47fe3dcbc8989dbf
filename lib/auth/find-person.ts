import { AppError } from "@/lib/errors";
import type { Uses } from "@/lib/services";

import { findSession } from "./callers/person";

/** The user of an active session, or null. */
export async function findPerson(services: Uses<"db" | "pool">, sessionId: string | null) {
  if (sessionId === null) return null;
  try {
    const { actor } = await findSession(services, sessionId, { orgId: null, filesystemId: null });
    if (actor.type !== "person") return null;
    const { id, email, name, isSupport } = actor;
    return { id, email, name, isSupport };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
