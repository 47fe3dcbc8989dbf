/** Paths that are in use, with everything above and below them. */
export function createPathSet() {
  const paths = new Set<string>();
  const above = new Set<string>();
  const conflicts = (path: string) =>
    paths.has(path) || above.has(path) || parentsOf(path).some((parent) => paths.has(parent));
  return {
    addAll(added: readonly string[]): void {
      for (const path of added) {
        paths.add(path);
        for (const parent of parentsOf(path)) above.add(parent);
      }
    },
    /** Whether one of these is a path in use, or above or below one. */
    conflicts: (asked: readonly string[]): boolean => asked.some(conflicts),
  };
}

function parentsOf(path: string): string[] {
  const parents: string[] = [];
  for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1))
    parents.push(path.slice(0, at));
  return parents;
}
