/** How far what this mount changed is ahead of its feed. */
export type Lead = {
  /** The service made a change of these paths, and `cursor` is that of its last event. */
  add(paths: readonly string[], cursor: string): void;
  /** Whether an event of a path may be from before our newest change of it. */
  covers(path: string, cursor: string): boolean;
  /** The feed has come to this cursor. */
  reach(cursor: string): void;
};

export function createLead(): Lead {
  const cursors = new Map<string, bigint>();
  return {
    add(paths, cursor) {
      for (const path of paths) {
        // To the end, so that the oldest come first.
        cursors.delete(path);
        cursors.set(path, BigInt(cursor));
      }
    },
    covers: (path, cursor) => BigInt(cursor) <= (cursors.get(path) ?? -1n),
    reach(cursor) {
      for (const [path, last] of cursors) {
        if (last > BigInt(cursor)) return;
        cursors.delete(path);
      }
    },
  };
}
