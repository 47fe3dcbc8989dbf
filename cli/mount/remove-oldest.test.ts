import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { expect, test } from "vitest";

import { removeOldest } from "./remove-oldest";

test("what was not needed for the longest time goes until the others fit", async () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-contents-"));
  try {
    for (const [age, name] of ["new", "old", "older", "oldest"].entries()) {
      writeFileSync(path.join(directory, name), "x".repeat(100));
      utimesSync(path.join(directory, name), 1000, 1000 - age);
    }
    expect(await removeOldest(directory, 250)).toEqual(["oldest", "older"]);
    expect(readdirSync(directory)).toEqual(["new", "old"]);
    expect(await removeOldest(directory, 200)).toEqual([]);
    expect(readdirSync(directory)).toEqual(["new", "old"]);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
