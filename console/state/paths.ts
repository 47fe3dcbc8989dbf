/** The path of a name in a directory. */
export const childOf = (directory: string, name: string) =>
  directory === "/" ? `/${name}` : `${directory}/${name}`;

/** The last name of a path; of the root it is "/". */
export const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1) || "/";

/** The directory that a path lies in; of the root the root. */
export const directoryOf = (path: string) => path.slice(0, path.lastIndexOf("/")) || "/";

/** The directories from the root down to a path, the root and itself among them. */
export function trailOf(path: string): string[] {
  const trail = ["/"];
  for (const name of path.split("/").filter(Boolean))
    trail.push(childOf(trail.at(-1) ?? "/", name));
  return trail;
}
