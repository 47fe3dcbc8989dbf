import { createPathSet } from "./path-set";
import type { Item } from "./task";

// The limits of a batch, with room for what JSON adds.
const MAX_CHANGES = 512;
const MAX_BATCH_BYTES = 900_000;
const MAX_ALONE = 8;
const MAX_LOOKED_AT = 2_048;

/** What runs already. */
export type Running = { batch: boolean; alone: number };

/**
 * What can start now: changes for the next batch, and requests of their own. None overtakes another that has to do with
 * the same path, but within a batch their order holds.
 */
export function choose(items: readonly Item[], running: Running): { batch: Item[]; alone: Item[] } {
  const blocked = createPathSet();
  const together = createPathSet();
  const batch: Item[] = [];
  const alone: Item[] = [];
  let bytes = 0;
  for (const { task, running: isRunning } of items) if (isRunning) blocked.addAll(task.paths);
  for (const item of items.slice(0, MAX_LOOKED_AT)) {
    const { paths } = item.task;
    if (item.running) continue;
    const size = item.task.batchBytes();
    const fits =
      size === null
        ? running.alone + alone.length < MAX_ALONE && !together.conflicts(paths)
        : !running.batch && batch.length < MAX_CHANGES && bytes + size <= MAX_BATCH_BYTES;
    if (!fits || blocked.conflicts(paths)) blocked.addAll(paths);
    else if (size === null) {
      blocked.addAll(paths);
      alone.push(item);
    } else {
      together.addAll(paths);
      bytes += size;
      batch.push(item);
    }
  }
  return { batch, alone };
}
