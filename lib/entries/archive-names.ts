/** Paths without those that are below another one of them. */
export function topmost(paths: readonly string[]): string[] {
  const all = [...new Set(paths)];
  const tops: string[] = [];
  // What is below a path follows it: no name has a byte below the separator.
  const keyed = all.map((path) => ({ path, key: path.replaceAll("/", "\0") }));
  for (const { path } of keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
    if (!isBelow(path, tops.at(-1))) tops.push(path);
  const kept = new Set(tops);
  return all.filter((path) => kept.has(path));
}

const isBelow = (path: string, above: string | undefined) =>
  above !== undefined && path.startsWith(above === "/" ? "/" : `${above}/`);

/** The deepest directory that holds all of the paths. */
export function commonDirectory(paths: readonly string[]): string {
  const [first = "/", ...others] = paths.map((path) => path.slice(0, path.lastIndexOf("/")) || "/");
  return others.reduce(shared, first);
}

function shared(one: string, other: string): string {
  const names = other.split("/");
  const same = one.split("/");
  const end = same.findIndex((name, i) => name !== names[i]);
  return (end === -1 ? one : same.slice(0, end).join("/")) || "/";
}

/**
 * Names the entries of an archive by their paths below a directory, parents first. Programs on Windows take a backslash
 * for a separator and a first word with a colon for a drive, so neither is in a name; what that makes equal is numbered.
 * A name is below that of its parent, so that nothing is unpacked through a symbolic link that took the parent's.
 */
export function createArchiveNames(directory: string): (path: string) => string {
  const names = new Map<string, string>([[directory === "/" ? "" : directory, ""]]);
  const taken = new Set<string>();
  // The number after the last one that was tried: trying all again would take the square of their count.
  const numbers = new Map<string, number>();
  const nameOf = (path: string): string => {
    const end = path.lastIndexOf("/");
    const above = names.get(path.slice(0, end)) ?? nameOf(path.slice(0, end));
    const own = path.slice(end + 1).replaceAll("\\", "_");
    const plain = above === "" ? own.replace(/^(\w+):/, "$1_") : `${above}/${own}`;
    let name = plain;
    let number = numbers.get(plain) ?? 2;
    while (taken.has(name)) name = `${plain} (${number++})`;
    if (name !== plain) numbers.set(plain, number);
    taken.add(name);
    names.set(path, name);
    return name;
  };
  return nameOf;
}
