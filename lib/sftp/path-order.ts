/** A path that a request concerns; `below`: and everything below it. */
export type Scope = { path: string; below: boolean };

export const at = (path: string): Scope => ({ path, below: false });
export const below = (path: string): Scope => ({ path, below: true });

type Turn = { scopes: readonly Scope[]; done: Promise<void> };

/** Runs work on the same path one after another in the order of the calls, other work at once. */
export type PathOrder = <T>(scopes: readonly Scope[], work: () => Promise<T>) => Promise<T>;

export function createPathOrder(): PathOrder {
  const turns = new Set<Turn>();
  return async (scopes, work) => {
    const before = [...turns].filter((turn) =>
      turn.scopes.some((one) => scopes.some((other) => conflict(one, other))),
    );
    const run = async () => {
      if (before.length > 0) await Promise.all(before.map((earlier) => earlier.done));
      return work();
    };
    const running = run();
    const turn = { scopes, done: running.then(ignore, ignore) };
    turns.add(turn);
    try {
      return await running;
    } finally {
      turns.delete(turn);
    }
  };
}

const ignore = () => undefined;

/** Whether `path` is `top` or below it. */
export const isWithin = (path: string, top: string): boolean =>
  path === top || top === "/" || path.startsWith(`${top}/`);

const conflict = (one: Scope, other: Scope) =>
  one.path === other.path ||
  (one.below && isWithin(other.path, one.path)) ||
  (other.below && isWithin(one.path, other.path));
