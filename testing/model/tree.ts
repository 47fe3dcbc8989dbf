import { addNode, emit, type Node, nodeOf, ROOT, type Model, trashedNames } from "./model";

/**
 * Where a path leads: its node, or the names that are missing below the last directory or at an
 * obstacle.
 */
export type PathLookup = {
  node: Node | null;
  /** The deepest existing node on the way. */
  last: Node;
  missing: string[];
  name: string;
};

const namesOf = (path: string) => path.split("/").filter(Boolean);
const join = (path: string, name: string) => (path === "/" ? `/${name}` : `${path}/${name}`);
const parentOf = (path: string) => `/${namesOf(path).slice(0, -1).join("/")}`;
export const isBelow = (path: string, top: string) =>
  top === "/" ? path !== "/" : path.startsWith(`${top}/`);

/** Resolves a path, only ever passing through directories. */
export function locate(model: Model, path: string): PathLookup {
  const names = namesOf(path);
  let last = nodeOf(model, ROOT);
  for (const [i, name] of names.entries()) {
    const next = last.children.get(name);
    if (next === undefined)
      return { node: null, last, missing: names.slice(i), name: names.at(-1) ?? "" };
    last = nodeOf(model, next);
  }
  return { node: last, last, missing: [], name: names.at(-1) ?? "" };
}

/** All descendants of a node in pre-order by name bytes, each with its path. */
export function below(model: Model, node: Node, path: string): { path: string; node: Node }[] {
  const names = [...node.children.keys()].toSorted((a, b) =>
    Buffer.compare(Buffer.from(a), Buffer.from(b)),
  );
  return names.flatMap((name) => {
    const child = nodeOf(model, node.children.get(name) ?? -1);
    const at = join(path, name);
    return [{ path: at, node: child }, ...below(model, child, at)];
  });
}

/**
 * Creates the missing directories above a path with their events, and returns the directory for its
 * last name.
 */
export function makeParents(model: Model, path: string): Node {
  const { last, missing } = locate(model, path);
  const depth = namesOf(path).length - missing.length;
  let at = last;
  missing.slice(0, -1).forEach((name, i) => {
    const made = addNode(model, "directory", 0o755, "");
    attach(at, name, made);
    emit(
      model,
      "created",
      `/${namesOf(path)
        .slice(0, depth + i + 1)
        .join("/")}`,
    );
    at = made;
  });
  return missing.length === 0 ? locateParent(model, path) : at;
}

/** The parent directory of a path's last name. */
function locateParent(model: Model, path: string): Node {
  return locate(model, parentOf(path)).last;
}

/** Links a node into a directory. */
export function attach(directory: Node, name: string, node: Node): void {
  directory.children.set(name, node.id);
  node.names += 1;
}

/** Removes a name without what it refers to. */
export function detach(model: Model, path: string): Node {
  const { node, name } = locate(model, path);
  if (node === null) throw new Error(`the model has nothing at ${path}`);
  locateParent(model, path).children.delete(name);
  node.names -= 1;
  return node;
}

/** Removes a name with all its descendants; a node goes with its last name, also of those in the trash. */
export function drop(model: Model, path: string): void {
  const { node } = locate(model, path);
  for (const name of node?.children.keys() ?? []) drop(model, join(path, name));
  const gone = detach(model, path);
  if (gone.names > 0 || trashedNames(model, gone.id) > 0) return;
  model.nodes.delete(gone.id);
  if (gone.type === "file") model.former.add(gone.content);
}
