import type pg from "pg";

/** The channel that names each request of a listener that has a response. */
export const CHANNEL = "tidemark_listener_responses";

/** Milliseconds that an open stream may be silent; it renews itself every 2 s. */
export const STREAM_SILENCE_MS = 6_000;

/**
 * Tells the process that waits for it that a request has a response, without a guarantee: that process polls too. Call
 * it after the commit.
 */
export async function announceResponse(pool: pg.Pool, requestId: string | null): Promise<void> {
  if (requestId === null) return;
  await pool.query("SELECT pg_notify($1, $2)", [CHANNEL, requestId]).catch(() => undefined);
}
