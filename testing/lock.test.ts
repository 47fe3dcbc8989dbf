import { readFileSync } from "node:fs";

import { expect, test } from "vitest";
import { z } from "zod";

const LOCK = z.object({
  packages: z.record(z.string(), z.object({ integrity: z.string().optional() })),
});

test("npm verifies each package: all entries of the lockfile have a hash", () => {
  const { packages } = LOCK.parse(JSON.parse(readFileSync("package-lock.json", "utf8")));
  const installed = Object.entries(packages).filter(([folder]) => folder !== "");
  expect(installed.length).toBeGreaterThan(1_000);
  const unverified = installed.filter(
    ([, { integrity }]) => !(integrity ?? "").startsWith("sha512-"),
  );
  expect(unverified).toEqual([]);
});
