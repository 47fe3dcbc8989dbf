import { sqlState } from "@/lib/db/errors";
import { log } from "@/lib/log";
import type { Uses } from "@/lib/services";
import type { Span } from "@/lib/tracing/tracing";

import { POLICY } from "./policy";

// Eight filesystems at a time leave most of the pool to requests.
const PARALLEL = 8;
const LOCKED = "55P03";

type FansOut = Uses<"db" | "tracing" | "wakeupTimeoutMs">;

/**
 * Fans out the changes of every filesystem that has some its webhooks do not account for yet
 * (spec 7.14).
 * @returns the ids of the idle webhooks to wake now
 */
export async function fanOutPending(services: FansOut): Promise<string[]> {
  const pending = await services.db.$queryRaw<
    { id: string }[]
  >`SELECT id FROM filesystem WHERE undispatched LIMIT 1000`;
  return fanOutChanges(
    services,
    pending.map(({ id }) => id),
  );
}

/**
 * Fans out the changes of these filesystems, each in its own transaction. One that is locked is
 * left to the reconciler.
 * @returns the ids of the idle webhooks to wake now
 */
export async function fanOutChanges(
  services: FansOut,
  filesystemIds: readonly string[],
): Promise<string[]> {
  const woken: string[] = [];
  const queue = [...filesystemIds];
  const worker = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      woken.push(...(await fanOutOne(services, id)));
    }
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL, queue.length) }, worker));
  return woken;
}

async function fanOutOne(services: FansOut, filesystemId: string): Promise<string[]> {
  const { db, tracing, wakeupTimeoutMs } = services;
  const fanOut = async (span: Span) => {
    const rows = await db.$queryRaw<{ id: string }[]>`
      SELECT filesystem_fan_out AS id
      FROM filesystem_fan_out(${filesystemId}, ${POLICY.maxScan}::int, milliseconds(${wakeupTimeoutMs}))`;
    span.set("tidemark.webhooks_woken", rows.length);
    return rows.map(({ id }) => id);
  };
  try {
    return await tracing.span({ name: "fan out" }, fanOut);
  } catch (error) {
    // It stays marked and is retried by the reconciler; one filesystem must not hold up the others.
    if (sqlState(error) !== LOCKED)
      log.error({ filesystemId, err: error }, "failed to fan out changes");
    return [];
  }
}
