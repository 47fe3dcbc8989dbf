/** Paths without those that are below another one of them. */
export function topmost(paths: readonly string[]): string[] {
  const all = new Set(paths);
  return [...all].filter((path) => !directoriesOf(path).some((above) => all.has(above)));
}

/** The deepest directory that holds all of the paths. */
export function commonDirectory(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map(directoriesOf);
  return first.findLast((directory) => others.every((all) => all.includes(directory))) ?? "/";
}

// From the root on, without the path itself; of the root none.
function directoriesOf(path: string): string[] {
  const names = path.split("/").slice(1);
  return path === "/" ? [] : names.map((_, n) => `/${names.slice(0, n).join("/")}`);
}

/**
 * Names the entries of an archive by their paths below a directory. Programs on Windows take a backslash for a
 * separator and `C:` for a drive, so neither is in a name; what that makes equal is numbered.
 */
export function createArchiveNames(directory: string): (path: string) => string {
  const taken = new Set<string>();
  return (path) => {
    const plain = path
      .slice(directory.length)
      .replace(/^\/+/, "")
      .replaceAll("\\", "_")
      .replace(/^([a-z]):/i, "$1_");
    let name = plain;
    for (let n = 2; taken.has(name); n++) name = `${plain} (${n})`;
    taken.add(name);
    return name;
  };
}
