import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream, openSync } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { describeLocalFailure } from "./local-failure";
import { removeAtExit } from "./remove-at-exit";
import { hashing, tagOf } from "./tag";
import type { Content, Replace, Tree, TreeNode } from "./tree";

/** What is being written here until it is complete. */
const PARTIAL = /^\.tidemark-[0-9a-f]{16}\.part$/;

/**
 * A local directory. Nothing outside of it is written: names that lead elsewhere are refused, and symbolic links below
 * it are neither followed nor read.
 */
export function createLocalTree(root: string): Tree {
  const inside = createInside(root);
  const at = (node: { path: string }) => path.join(root, ...node.path.split("/"));
  return {
    root: async () => {
      const stat = await fs.stat(root).catch(ignoreMissing);
      return stat === null ? null : toNode("", stat);
    },
    nodes: () => walk(root, ""),
    tagOf: (node) => tagOf(createReadStream(at(node))),
    read: (node) => () => describeLocalFailure(() => openFile(at(node))),
    write: (name, content, replace) =>
      describeLocalFailure(async () => writeFile(await inside(name), content, replace)),
    makeDirectory: (name) =>
      describeLocalFailure(async () => makeDirectory(await inside(name), name === "")),
    remove: (node) =>
      describeLocalFailure(async () => {
        const file = await inside(node.path);
        await (node.type === "directory" ? fs.rmdir(file) : fs.unlink(file));
      }),
  };
}

async function* walk(root: string, below: string): AsyncGenerator<TreeNode> {
  const names = await fs.readdir(path.join(root, below));
  for (const name of names.toSorted()) {
    if (PARTIAL.test(name)) continue;
    const found = below === "" ? name : `${below}/${name}`;
    const stat = await fs.lstat(path.join(root, found)).catch(ignoreMissing);
    // A name that is not Unicode cannot be opened; it must not be left out without a word.
    if (stat === null && !name.includes("\u{FFFD}")) continue;
    const node = stat === null ? nameless(found) : toNode(found, stat);
    yield node;
    if (node.type === "directory") yield* walk(root, found);
  }
}

type Stats = { isFile(): boolean; isDirectory(): boolean; size: number };

const toNode = (name: string, stat: Stats): TreeNode => ({
  path: name,
  type: stat.isFile() ? "file" : stat.isDirectory() ? "directory" : "other",
  size: stat.size,
  tag: null,
});

const nameless = (name: string): TreeNode => ({ path: name, type: "file", size: 0, tag: null });

/** Returns a function that finds the local path of a name, once it is certain that it is below the root. */
function createInside(root: string) {
  const known = new Set<string>();
  return async (name: string): Promise<string> => {
    const names = name === "" ? [] : name.split("/");
    if (names.some((one) => !isSafeName(one)))
      throw new Error("the name leads outside of the directory, or does not exist here");
    let directory = root;
    for (const one of names.slice(0, -1)) {
      directory = path.join(directory, one);
      if (known.has(directory)) continue;
      const stat = await fs.lstat(directory);
      if (!stat.isDirectory())
        throw new Error(`${directory} is not a directory here; symbolic links are not followed`);
      known.add(directory);
    }
    return path.join(directory, ...names.slice(-1));
  };
}

/** A file as it is now: what is appended while it is read does not count. */
async function openFile(file: string) {
  const handle = await fs.open(file);
  const { size } = await handle.stat();
  if (size > 0) return { size, stream: handle.createReadStream({ start: 0, end: size - 1 }) };
  await handle.close();
  return { size, stream: Readable.from([]) };
}

/** Whether a name of an entry is one name here too. */
const isSafeName = (name: string): boolean =>
  !["", ".", ".."].includes(name) &&
  !name.includes("\0") &&
  !PARTIAL.test(name) &&
  path.basename(name) === name;

async function makeDirectory(directory: string, recursive: boolean): Promise<void> {
  try {
    await fs.mkdir(directory, { recursive });
  } catch (error) {
    const stat = await fs.lstat(directory).catch(ignoreMissing);
    if (stat?.isDirectory() !== true) throw error;
  }
}

/**
 * The file appears under its name only when it is complete, with the mode of a file that it replaces; a symbolic link of
 * that name is replaced.
 */
async function writeFile(file: string, content: Content, replace: Replace): Promise<string> {
  const partial = path.join(path.dirname(file), `.tidemark-${randomBytes(8).toString("hex")}.part`);
  const forget = removeAtExit(partial);
  try {
    const { stream, tag } = hashing((await content()).stream);
    const old = await fs.lstat(file).catch(ignoreMissing);
    const mode = old?.isFile() ? old.mode & 0o7777 : null;
    // Created by this thread: one that another creates while the process exits would stay.
    const fd = openSync(partial, "wx", mode === null ? undefined : 0o600);
    await pipeline(stream, createWriteStream(partial, { fd }));
    if (mode !== null) await fs.chmod(partial, mode);
    if (typeof replace === "object") await requireTag(file, replace.tag);
    if (replace === "none") await fs.link(partial, file);
    else await fs.rename(partial, file);
    return tag();
  } finally {
    await fs.rm(partial, { force: true });
    forget();
  }
}

/** @throws Error if the file is another one than that which was compared */
async function requireTag(file: string, tag: string): Promise<void> {
  if ((await tagOf(createReadStream(file)).catch(ignoreMissing)) !== tag)
    throw new Error("it was changed here meanwhile");
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
  return null;
}
