/** The path of an entry in a directory. */
export const childOf = (directory: string, name: string) =>
  directory === "/" ? `/${name}` : `${directory}/${name}`;

/** The last segment of a path; "/" for the root. */
export const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1) || "/";

/** The parent directory of a path; the root is its own parent. */
export const directoryOf = (path: string) => path.slice(0, path.lastIndexOf("/")) || "/";

/** The query of the Files page that shows a folder, or the folder of a file with its preview. */
export const filesQueryOf = (path: string, type: string) =>
  new URLSearchParams(
    type === "directory" ? { path } : { path: directoryOf(path), show: nameOf(path) },
  ).toString();

/** All paths from the root to a path, both included. */
export function trailOf(path: string): string[] {
  const trail = ["/"];
  for (const name of path.split("/").filter(Boolean))
    trail.push(childOf(trail.at(-1) ?? "/", name));
  return trail;
}

/** The entry of a directory that leads to a path below it; undefined if the path is elsewhere. */
export const stepTo = (directory: string, path: string): string | undefined =>
  path.startsWith(childOf(directory, "")) ? trailOf(path)[trailOf(directory).length] : undefined;

/** A name beside others like it: "a.txt" is "a (2).txt" as the second one, and itself as the first. */
export function withNumber(name: string, number: number): string {
  if (number === 1) return name;
  const dot = name.lastIndexOf(".");
  const end = dot > 0 ? dot : name.length;
  return `${name.slice(0, end)} (${number})${name.slice(end)}`;
}
