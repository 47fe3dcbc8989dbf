import type { Node } from "./node";

export type Moves = ReturnType<typeof createMoves>;

/** Directories that this mount renames, as long as the feed may tell of changes below them by their old paths. */
export function createMoves() {
  const moves = new Map<string, { node: Node; until: bigint | null }>();
  return {
    begin: (from: string, node: Node) => void moves.set(from, { node, until: null }),
    /** It was made, with the cursor of its last event; null: it was not. */
    end(from: string, cursor: string | null): void {
      const move = moves.get(from);
      if (cursor === null) moves.delete(from);
      else if (move !== undefined) move.until = BigInt(cursor);
    },
    /** The directories that a path was below. */
    above: (path: string): Node[] =>
      [...moves].flatMap(([from, { node }]) => (path.startsWith(`${from}/`) ? [node] : [])),
    /** The feed has come to this cursor. */
    reach(cursor: string): void {
      for (const [from, { until }] of moves)
        if (until !== null && until <= BigInt(cursor)) moves.delete(from);
    },
  };
}
