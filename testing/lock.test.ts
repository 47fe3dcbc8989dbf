import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

type Lock = { packages: Record<string, { integrity?: string }> };

test("npm verifies each package: all entries of the lockfile have a hash", () => {
  const { packages }: Lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const installed = Object.entries(packages).filter(([folder]) => folder !== "");
  expect(installed.length).toBeGreaterThan(1_000);
  const unverified = installed.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ""));
  expect(unverified).toEqual([]);
});
