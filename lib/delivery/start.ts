import { sqlState } from "@/lib/db/errors";
import type { Uses } from "@/lib/services";

import type { Message } from "./message";
import { POLICY } from "./policy";

const MOVED_ON = "40001";
const BUSY = "55P03";

/** An attempt that may be sent now: the frozen bytes and the token that fences its record. */
export type Started = {
  token: bigint;
  /** The database's clock at the start, milliseconds since 1970. */
  clock_ms: number;
  id: string;
  body: string;
  number: number;
  /** Whether it is the one attempt of a resend (spec 7.36). */
  resend: boolean;
};

/**
 * Takes the lease of a webhook and freezes the message, or sends the one frozen before again
 * (spec 7.2). Null: another run was faster, or no attempt may start now; "busy": its filesystem is written to for long.
 * Nothing has changed in both cases.
 */
export async function start(
  services: Uses<"sql">,
  webhookId: string,
  rev: bigint,
  frozen: (Message & { id: string }) | null,
): Promise<Started | "busy" | null> {
  const { id = null, cursor = null, body = null, eventCount = null } = frozen ?? {};
  try {
    const [row] = await services.sql<Started | { token: null }>`
      SELECT token, extract(epoch FROM clock)::float8 * 1000 AS clock_ms, id, body, number, false AS resend
      FROM webhook_start(${webhookId}, ${rev}, ${id}, ${cursor}::text::bigint, ${body}, ${eventCount}::int,
        milliseconds(${POLICY.leaseMs}))`;
    return row === undefined || row.token === null ? null : row;
  } catch (error) {
    // The webhook changed meanwhile; the rollback removes the marker of a resync.
    if (sqlState(error) === MOVED_ON) return null;
    if (sqlState(error) === BUSY) return "busy";
    throw error;
  }
}

/** Takes the lease to send a stored message once more (spec 7.36). Null: as for `start`. */
export async function startResend(
  services: Uses<"sql">,
  webhookId: string,
  rev: bigint,
): Promise<Started | null> {
  const [row] = await services.sql<Started | { token: null }>`
    SELECT token, extract(epoch FROM clock)::float8 * 1000 AS clock_ms, id, body, number, true AS resend
    FROM webhook_start_resend(${webhookId}, ${rev}, milliseconds(${POLICY.leaseMs}))`;
  return row === undefined || row.token === null ? null : row;
}
