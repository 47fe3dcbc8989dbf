import { AppError } from "@/lib/errors";
import type { Uses } from "@/lib/services";

import { findSession } from "./callers/user";

/** The user of an active session, or null. */
export async function findUser(services: Uses<"pool" | "sql">, sessionId: string | null) {
  if (sessionId === null) return null;
  try {
    const { actor } = await findSession(services, sessionId, { orgId: null, filesystemId: null });
    if (actor.type !== "user") return null;
    const { id, email, name, isSupport, isRecent } = actor;
    return { id, email, name, isSupport, isRecent };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
