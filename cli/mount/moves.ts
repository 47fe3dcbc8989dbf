import type { Node } from "./node";

export type Moves = ReturnType<typeof createMoves>;

/** What this mount renames, as long as the feed may tell of changes of it by its old path. */
export function createMoves() {
  const moves = new Map<string, { node: Node; until: bigint | null }>();
  return {
    begin(from: string, node: Node): void {
      moves.delete(from);
      moves.set(from, { node, until: null });
    },
    /** It was made, with the cursor of its last event; null: it was not. */
    end(from: string, cursor: string | null): void {
      const move = moves.get(from);
      if (cursor === null) moves.delete(from);
      else if (move !== undefined) move.until = BigInt(cursor);
    },
    /** What had a path, or was above it. */
    nodesOf(path: string): Node[] {
      const nodes: Node[] = [];
      for (let at = path; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
        const move = moves.get(at);
        if (move !== undefined) nodes.push(move.node);
      }
      return nodes;
    },
    /** The feed has come to this cursor. */
    reach(cursor: string): void {
      for (const [from, { until }] of moves) {
        if (until === null || until > BigInt(cursor)) return;
        moves.delete(from);
      }
    },
  };
}
