import type { Node } from "./node";

export type ServerNodes = ReturnType<typeof createServerNodes>;

/**
 * Nodes of this mount by their ids at the service. A file can have two nodes here: a program created a name while others
 * made that name a link to a file that was known already. What changes one of them changes both.
 */
export function createServerNodes() {
  const byId = new Map<string, Set<Node>>();
  return {
    add(id: string, node: Node): void {
      const nodes = byId.get(id) ?? new Set();
      byId.set(id, nodes.add(node));
    },
    remove(id: string, node: Node): void {
      const nodes = byId.get(id);
      nodes?.delete(node);
      if (nodes?.size === 0) byId.delete(id);
    },
    /** The one that has been known for the longest; undefined: none. */
    first: (id: string): Node | undefined => byId.get(id)?.values().next().value,
    /** The other nodes of the same file. */
    others(node: Node): Node[] {
      const nodes = byId.get(node.serverId ?? "") ?? [];
      return [...nodes].filter((one) => one !== node);
    },
  };
}
