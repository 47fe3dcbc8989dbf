import path from "node:path";

import type { Client } from "@/cli/client";
import type { Given } from "@/cli/command";
import { findFilesystem, type FilesystemIds } from "@/cli/find-filesystem";
import { childOf, nameOf, type Location } from "@/cli/location";

import { createLocalTree } from "./local-tree";
import { createRemoteTree } from "./remote-tree";
import type { Tree, TreeNode } from "./tree";

/** A location whose filesystem is known: null for a local one. */
export type Opened = { location: Location; params: FilesystemIds | null; tree: Tree };

/** The tree at a location. @throws UsageError, RequestError */
export async function openTree(client: Client, given: Given, location: Location): Promise<Opened> {
  const params = location.fsId === null ? null : await findFilesystem(client, given, location.fsId);
  return { location, params, tree: treeAt(client, params, location.path) };
}

/** The location of a name in a directory, which may be empty for the directory itself. */
export function openChild(client: Client, { location, params }: Opened, name: string): Opened {
  if (name === "") return { location, params, tree: treeAt(client, params, location.path) };
  const child =
    location.fsId === null ? path.join(location.path, name) : childOf(location.path, name);
  const moved = { ...location, path: child, isDirectory: false };
  return { location: moved, params, tree: treeAt(client, params, child) };
}

/** The name of a location in its directory; empty for the root of a filesystem. */
export const nameOfLocation = ({ location }: Opened): string =>
  nameOf(location.fsId === null ? path.resolve(location.path) : location.path);

/** A file as part of the tree of its directory. */
export function asChild(client: Client, opened: Opened, node: TreeNode) {
  const { location, params } = opened;
  const parent =
    location.fsId === null ? path.dirname(path.resolve(location.path)) : dirOf(location.path);
  return { tree: treeAt(client, params, parent), node: { ...node, path: nameOfLocation(opened) } };
}

const dirOf = (text: string) => path.posix.dirname(text);

const treeAt = ({ bulk }: Client, params: FilesystemIds | null, text: string): Tree =>
  params === null ? createLocalTree(text) : createRemoteTree(bulk, params, text);
