import type { Stat } from "@/lib/contract/stat";

import type { Source } from "./cached";
import type { Attributes, Time } from "./fuse/handlers";
import type { Stage } from "./stage";

const TYPE_BITS = { file: 0o100000, directory: 0o040000, symlink: 0o120000 };
const SPECIAL_BITS = { fifo: 0o010000, socket: 0o140000, character: 0o020000, block: 0o060000 };
const TYPE_MASK = 0o170000;

/** A name that leads to a node. */
export type Name = { parent: Node; name: string };

/** A file, directory or symbolic link as this mount knows it. */
export type Node = {
  /** Inode number; 1 is the root. */
  id: number;
  /** Id at the service; null until it was created there. */
  serverId: string | null;
  type: Stat["type"];
  mode: number;
  uid: number;
  gid: number;
  size: number;
  links: number;
  modified: Time;
  changed: Time;
  /** Of the contents at the service; null until there are any. */
  etag: string | null;
  /** What a symbolic link says. */
  target: string;
  /** What a special file is, and the number of a device. */
  special: Stat["special"];
  device: number;
  /** Known names that lead here; none: it was deleted and may still be open. */
  names: Name[];
  /** Others took its last known name: it may have another one that is not known here. */
  lost: boolean;
  /** Known children of a directory. */
  children: Map<string, Node>;
  /** How many of them are directories. */
  directories: number;
  /** All children are known, so a name that is not among them does not exist. */
  complete: boolean;
  /** They were at some time: the kernel may have cached that other names do not exist. */
  wasComplete: boolean;
  /** Look again before it is shown: it may have changed elsewhere. */
  stale: boolean;
  /** How many changes of it this mount has under way: what the service says of it meanwhile is old. */
  underWay: number;
  /** What `unseen` of the tree was when the service was asked how many links it has. */
  linksAsOf: number;
  /** Contents that the service does not have yet. */
  stage: Stage | null;
  /** How many times it is open. */
  handles: number;
  /** The kernel knows it, and will say when it forgets it. */
  seen: boolean;
};

/** The path of a node, by one of its names; null if it has none, or only in directories that were deleted. */
export const pathOf = (node: Node): string | null =>
  node.id === 1 ? "/" : (pathsOf(node)[0] ?? null);

/** All known paths of a node other than the root. */
export const pathsOf = (node: Node): string[] =>
  node.names.flatMap(({ parent, name }) => {
    const above = pathOf(parent);
    return above === null ? [] : [join(above, name)];
  });

/** Whether it has names that this mount does not know. */
export const hasUnknownNames = (node: Node): boolean =>
  node.type !== "directory" && node.links > 1 && pathsOf(node).length < node.links;

/** The path of a name in a directory. */
export const join = (parent: string, name: string) => `${parent === "/" ? "" : parent}/${name}`;

/** What stat(2) shows of a node. Times of access are those of modification. */
export function attributesOf(node: Node): Attributes {
  const { id, size, mode, uid, gid, device, modified, changed } = node;
  const links = linksOf(node);
  const bits = typeBits(node) | mode;
  const times = { modified, changed, accessed: modified };
  return { node: id, size, mode: bits, links, uid, gid, device, ...times };
}

// A directory has one link more for each directory in it; 1 means that they are not counted.
function linksOf({ type, links, directories, complete }: Node): number {
  if (type !== "directory") return links;
  return complete ? 2 + directories : 1;
}

/** The type bits of a node's mode. */
export const typeBits = ({ type, special }: Node): number =>
  type === "special" ? SPECIAL_BITS[special ?? "fifo"] : TYPE_BITS[type];

/** The kind of special file of a mode; null for a regular file. */
export function specialOf(mode: number): Stat["special"] {
  const bits = mode & TYPE_MASK;
  const kinds = ["fifo", "socket", "character", "block"] as const;
  return kinds.find((kind) => SPECIAL_BITS[kind] === bits) ?? null;
}

/** A time of the API, with the nanoseconds beyond its milliseconds. */
export function toTime(iso: string, ns = 0): Time {
  const ms = Date.parse(iso);
  const seconds = Math.floor(ms / 1000);
  return { seconds, nanoseconds: (ms - seconds * 1000) * 1_000_000 + ns };
}

/** A time as the API takes it, with nanoseconds. */
export function fromTime({ seconds, nanoseconds }: Time): string {
  const whole = new Date(seconds * 1000).toISOString().slice(0, 19);
  return `${whole}.${String(nanoseconds).padStart(9, "0")}Z`;
}

/** The current time. */
export function now(): Time {
  const ms = Date.now();
  return { seconds: Math.floor(ms / 1000), nanoseconds: (ms % 1000) * 1_000_000 };
}

/**
 * Where the contents of a file can be read; null if the service never had any. Those of a deleted file have no path, but
 * were fetched before.
 */
export function sourceOf(node: Node): Source | null {
  return node.etag === null ? null : { path: pathOf(node) ?? "", etag: node.etag, size: node.size };
}
