import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";

import { beforeEach, expect, test } from "vitest";

import { createLocalTree } from "./local-tree";
import { planSync } from "./plan";
import type { Content } from "./tree";

let here: string;
beforeEach(() => {
  here = mkdtempSync(path.join(os.tmpdir(), "tidemark-tree-"));
  mkdirSync(path.join(here, "root/d"), { recursive: true });
  writeFileSync(path.join(here, "outside"), "kept");
  return () => rmSync(here, { recursive: true, force: true });
});
const tree = () => createLocalTree(path.join(here, "root"));

async function* streamOf(text: string, failure: Error | null = null) {
  yield await Promise.resolve(Buffer.from(text));
  if (failure !== null) throw failure;
}
const content: Content = () => Promise.resolve({ size: 3, stream: streamOf("new") });
const broken: Content = () =>
  Promise.resolve({ size: 3, stream: streamOf("ne", new Error("lost")) });

test.each(["../outside", "d/../../outside", "/etc/x", "d//x", ".", "..", "a\0b", "d/."])(
  "%j is no name in the directory",
  async (name) => {
    await expect(tree().write(name, content, "any")).rejects.toThrow("leads outside");
    const node = { path: name, type: "file", size: 0, tag: null } as const;
    await expect(tree().remove(node)).rejects.toThrow("leads outside");
    await expect(tree().makeDirectory(name)).rejects.toThrow("leads outside");
    expect(readFileSync(path.join(here, "outside"), "utf8")).toBe("kept");
  },
);

test("a symbolic link is not followed, and one in the place of a file is replaced", async () => {
  symlinkSync("..", path.join(here, "root/up"));
  symlinkSync("../outside", path.join(here, "root/file"));
  await expect(tree().write("up/outside", content, "any")).rejects.toThrow("not followed");
  await tree().write("file", content, "any");
  expect(readFileSync(path.join(here, "root/file"), "utf8")).toBe("new");
  expect(readFileSync(path.join(here, "outside"), "utf8")).toBe("kept");
});

test("a file that is replaced keeps its mode", async () => {
  for (const [name, mode] of [
    ["secret", 0o600],
    ["run.sh", 0o755],
  ] as const) {
    writeFileSync(path.join(here, "root", name), "old");
    chmodSync(path.join(here, "root", name), mode);
    await tree().write(name, content, "any");
    expect(statSync(path.join(here, "root", name)).mode & 0o777).toBe(mode);
  }
});

test("a file that vanishes while it is compared is skipped, and all others are copied", async () => {
  for (const name of ["gone", "stays"]) writeFileSync(path.join(here, "root", name), "old");
  mkdirSync(path.join(here, "other"));
  for (const name of ["gone", "stays"]) writeFileSync(path.join(here, "other", name), "new");
  const target = createLocalTree(path.join(here, "other"));
  const source = tree();
  const nodes = async function* () {
    for await (const node of source.nodes()) yield node;
    rmSync(path.join(here, "root/gone"));
  };
  const plan = await planSync({ ...source, nodes }, target, false, 2);
  expect(plan.copy.map(({ to }) => to)).toEqual(["stays"]);
  expect(plan.skipped).toEqual([{ path: "gone", reason: expect.stringContaining("not exist") }]);
});

test("a file is written completely or not at all", async () => {
  await tree().write("file", content, "none");
  await expect(tree().write("file", broken, "any")).rejects.toThrow("lost");
  await expect(tree().write("file", content, "none")).rejects.toThrow("already exists here");
  expect(readdirSync(path.join(here, "root")).toSorted()).toEqual(["d", "file"]);
  expect(readFileSync(path.join(here, "root/file"), "utf8")).toBe("new");
});

test("what is being written is no part of the tree", async () => {
  writeFileSync(path.join(here, "root/.tidemark-0123456789abcdef.part"), "");
  const paths: string[] = [];
  for await (const node of tree().nodes()) paths.push(node.path);
  expect(paths).toEqual(["d"]);
});

test("a file that was changed after it was compared is not replaced", async () => {
  const file = path.join(here, "root/file");
  writeFileSync(file, "compared");
  const tag = await tree().tagOf({ path: "file", type: "file", size: 8, tag: null });
  writeFileSync(file, "saved meanwhile");
  await expect(tree().write("file", content, { tag })).rejects.toThrow("changed here meanwhile");
  expect(readFileSync(file, "utf8")).toBe("saved meanwhile");
  rmSync(file);
  await expect(tree().write("file", content, { tag })).rejects.toThrow("changed here meanwhile");
  writeFileSync(file, "compared");
  await tree().write("file", content, { tag });
  expect(readFileSync(file, "utf8")).toBe("new");
});
