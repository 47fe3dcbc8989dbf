import { sqlState } from "@/lib/db/errors";
import { log } from "@/lib/log";
import type { Uses } from "@/lib/services";

import { POLICY } from "./policy";

// Eight filesystems at a time keep the pool free for requests.
const PARALLEL = 8;
const LOCKED = "55P03";

/**
 * Rings every filesystem with changes that its webhooks have not been told of.
 * @returns the ids of the webhooks that slept and should be woken now
 */
export async function ringDirty(services: Uses<"db" | "patienceMs">): Promise<string[]> {
  const dirty = await services.db.$queryRaw<
    { id: string }[]
  >`SELECT id FROM filesystem WHERE dirty LIMIT 1000`;
  return ring(
    services,
    dirty.map(({ id }) => id),
  );
}

/** Rings these filesystems, each in a transaction of its own; one that is locked is left to the next tick. */
export async function ring(
  services: Uses<"db" | "patienceMs">,
  filesystemIds: readonly string[],
): Promise<string[]> {
  const woken: string[] = [];
  const queue = [...filesystemIds];
  const worker = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      woken.push(...(await ringOne(services, id)));
    }
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL, queue.length) }, worker));
  return woken;
}

async function ringOne(
  services: Uses<"db" | "patienceMs">,
  filesystemId: string,
): Promise<string[]> {
  try {
    const rows = await services.db.$queryRaw<{ id: string }[]>`
      SELECT filesystem_ring AS id
      FROM filesystem_ring(${filesystemId}, ${POLICY.maxScan}::int, milliseconds(${services.patienceMs}))`;
    return rows.map(({ id }) => id);
  } catch (error) {
    // It stays dirty and comes with the next tick; one filesystem must not hold up the others.
    if (sqlState(error) !== LOCKED)
      log.error({ filesystemId, err: error }, "a filesystem could not be rung");
    return [];
  }
}
