import { type Random, weighted } from "./random";

/**
 * One request to the files API. `link`: the file at `target` has several names from now on. `restores`: what it deletes is
 * restored from the trash.
 */
export type Operation = {
  name: string;
  method: "PUT" | "POST" | "PATCH" | "DELETE";
  route: string;
  json?: Record<string, unknown>;
  body?: string;
  target?: string;
  restores?: true;
};

// Few and nested, so that operations collide with each other and the prefixes; non-ASCII names are
// sent exactly.
const NAMES = ["a", "b-c", "é😀"] as const;
const BURST = 12;

const KINDS = [
  [38, "put"],
  [8, "mkdir"],
  [14, "move"],
  [9, "copy"],
  [6, "link"],
  [4, "symlink"],
  [6, "patch"],
  [8, "remove"],
  [4, "removeTree"],
  [5, "restore"],
  [3, "burst"],
] as const;

/** Directories and files that the oracle's webhooks watch. */
export function somePrefix(random: Random): string {
  return random.below(2) === 0 ? "/" : somePath(random, 2);
}

/**
 * A writer's next operations, to be sent at once: one, or a burst of `PUT`s. Determined entirely by
 * `random`.
 */
export function nextOperations(random: Random): Operation[] {
  const kind = weighted(random, KINDS);
  if (kind === "burst") return Array.from({ length: BURST }, () => put(random));
  return [one(kind, random)];
}

type Kind = Exclude<(typeof KINDS)[number][1], "burst">;

function one(kind: Kind, random: Random): Operation {
  const path = somePath(random, 3);
  const pair = { from: path, to: somePath(random, 3), overwrite: true, parents: true };
  switch (kind) {
    case "put":
      return put(random);
    case "mkdir":
      return post(kind, "directories", { path, parents: true });
    case "move":
      return post(kind, "files:move", pair);
    case "copy":
      return post(kind, "files:copy", pair);
    case "link":
      return {
        ...post(kind, "files:link", { target: path, path: somePath(random, 3) }),
        target: path,
      };
    case "symlink":
      return post(kind, "files:symlink", { target: "../a", path });
    case "patch":
      return { name: kind, method: "PATCH", route: files(path), json: { mode: "0600" } };
    case "restore":
      return {
        name: kind,
        method: "DELETE",
        route: `${files(path)}&recursive=true`,
        restores: true,
      };
    case "remove":
    case "removeTree":
    default:
      return {
        name: kind,
        method: "DELETE",
        route: `${files(path)}&recursive=${kind === "removeTree"}`,
      };
  }
}

function put(random: Random): Operation {
  // Never at the top level, so that the other operations find directories there.
  const route = `${files(`/${random.pick(NAMES)}${somePath(random, 2)}`)}&parents=true`;
  const body = `${random.below(1_000_000_000)}${"x".repeat(random.below(200))}`;
  return { name: "put", method: "PUT", route, body };
}

const post = (name: string, route: string, json: Record<string, unknown>): Operation => ({
  name,
  method: "POST",
  route,
  json,
});

const files = (path: string) => `files?path=${encodeURIComponent(path)}`;

function somePath(random: Random, depth: number): string {
  const names = Array.from({ length: 1 + random.below(depth) }, () => random.pick(NAMES));
  return `/${names.join("/")}`;
}
