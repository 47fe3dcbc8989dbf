type Turn = { grant: () => void; timer: NodeJS.Timeout };
type Asker = { held: number; waiting: Set<Turn> };

/** Permits of which one asker holds at most so many at once. */
export type Shares = {
  /** Takes a permit now or when the asker has one left. @throws Error after `waitMs` */
  take(asker: string): Promise<void>;
  give(asker: string): void;
};

/** Counts permits by asker; it forgets who holds none. Those of one asker wait in order of arrival. */
export function createShares(size: number, waitMs: number): Shares {
  const askers = new Map<string, Asker>();
  return {
    async take(id) {
      const asker = askers.get(id) ?? { held: 0, waiting: new Set() };
      askers.set(id, asker);
      if (asker.held < size) {
        asker.held += 1;
        return;
      }
      await new Promise<void>((resolve, reject) => {
        const late = () => {
          asker.waiting.delete(turn);
          reject(
            new Error("timeout exceeded when trying to connect: too much runs for this asker"),
          );
        };
        const turn: Turn = { grant: resolve, timer: setTimeout(late, waitMs).unref() };
        asker.waiting.add(turn);
      });
    },
    give(id) {
      const asker = askers.get(id);
      if (asker === undefined) return;
      const [next] = asker.waiting;
      if (next === undefined) {
        asker.held -= 1;
        if (asker.held === 0) askers.delete(id);
        return;
      }
      // The permit passes on, so `held` stays the same.
      asker.waiting.delete(next);
      clearTimeout(next.timer);
      next.grant();
    },
  };
}
