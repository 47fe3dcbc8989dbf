import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { type FunctionFile, readFunctionFiles } from "./function-files";
import {
  findBreakingChanges,
  lockFunctions,
  readFunctionsLock,
  releaseFunctions,
} from "./functions-lock";

function lockOf(signatures: Record<string, string>, sha256: string, deprecated: string[] = []) {
  const functions = Object.entries(signatures).map(([name, signature]): FunctionFile => ({
    name,
    path: `noun/${name}.sql`,
    sql: "",
    signature,
    deprecated: deprecated.includes(name),
  }));
  return { functions, triggers: "", sha256 };
}

test("prisma/functions.lock records the files as they are: if not, npm run functions", () => {
  const lock = readFunctionsLock("prisma");
  expect(lock).toEqual(lockFunctions(readFunctionFiles("prisma"), lock.release));
});

test("no signature of the last release is changed or gone", () => {
  expect(findBreakingChanges(readFunctionsLock("prisma"))).toEqual([]);
});

test("the newest release of the changelog is recorded: if not, npm run functions -- --release <name>", () => {
  const [, version] = /^## \[(\d[^\]]*)\]/m.exec(readFileSync("CHANGELOG.md", "utf8")) ?? [];
  const recorded = readFunctionsLock("prisma").release?.name ?? null;
  expect(recorded).toBe(version === undefined ? null : `v${version}`);
});

test("after a release the version rises by one, however often files change, and only then", () => {
  const files = lockOf({ a: "()" }, "1");
  const first = lockFunctions(files, null);
  expect(first.version).toBe(1);
  const { release } = releaseFunctions(files, first, "v1.0.0");
  expect(lockFunctions(files, release).version).toBe(1);
  expect(lockFunctions(lockOf({ a: "()" }, "2"), release).version).toBe(2);
  expect(lockFunctions(lockOf({ a: "()" }, "3"), release).version).toBe(2);
});

test("a released signature stays, a function goes one release after it was deprecated", () => {
  const files = lockOf({ a: "(n int)", b: "()", c: "()" }, "1", ["c"]);
  const { release } = releaseFunctions(files, lockFunctions(files, null), "v1.0.0");
  const changes = (signatures: Record<string, string>) =>
    findBreakingChanges(lockFunctions(lockOf(signatures, "2"), release));
  expect(changes({ a: "(n int)", b: "()", c: "()", d: "()" })).toEqual([]);
  expect(changes({ a: "(n int)", b: "()" })).toEqual([]);
  expect(changes({ a: "(n bigint)", b: "()" })).toEqual([
    expect.stringMatching(/^a changed its signature/),
  ]);
  expect(changes({ a: "(n int)" })).toEqual([expect.stringMatching(/^b was deleted/)]);
});
