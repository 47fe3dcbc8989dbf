/** How many entries of each node the kernel holds. */
export type NodeReferences = {
  add(node: number): void;
  remove(node: number, count: number): void;
};

/** Counts the entries that the kernel received and gave back. `forget` is called when none of a node is left. */
export function createNodeReferences(forget: (node: number) => void): NodeReferences {
  const counts = new Map<number, number>();
  return {
    add(node) {
      counts.set(node, (counts.get(node) ?? 0) + 1);
    },
    remove(node, count) {
      const left = (counts.get(node) ?? 0) - count;
      if (left > 0) counts.set(node, left);
      else if (counts.delete(node)) forget(node);
    },
  };
}
