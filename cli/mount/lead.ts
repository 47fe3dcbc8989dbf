/** How far what this mount changed is ahead of its feed. */
export type Lead = {
  /** The service made a change of these paths, and `cursor` is that of its last event. */
  add(paths: readonly string[], cursor: string): void;
  /** Whether an event of a path may be from before our newest change of it. */
  covers(path: string, cursor: string): boolean;
  /** Whether an event may be from before our newest change of anything. */
  coversAll(cursor: string): boolean;
  /** The feed has come to this cursor. */
  reach(cursor: string): void;
};

export function createLead(): Lead {
  const cursors = new Map<string, bigint>();
  let newest = -1n;
  return {
    add(paths, cursor) {
      if (BigInt(cursor) > newest) newest = BigInt(cursor);
      for (const path of paths) {
        // To the end, so that the oldest come first.
        cursors.delete(path);
        cursors.set(path, BigInt(cursor));
      }
    },
    covers: (path, cursor) => BigInt(cursor) <= (cursors.get(path) ?? -1n),
    coversAll: (cursor) => BigInt(cursor) <= newest,
    reach(cursor) {
      for (const [path, last] of cursors) {
        if (last > BigInt(cursor)) return;
        cursors.delete(path);
      }
    },
  };
}
