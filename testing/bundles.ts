import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";

import { inject } from "vitest";
import type { TestProject } from "vitest/node";

import { bundlePrograms } from "@/lib/server/launch/build-programs";
import { buildCliPackage } from "@/tools/pack-cli/build";

declare module "vitest" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  export interface ProvidedContext {
    /** The directory of what is bundled for the tests of a run. */
    bundles: string;
  }
}

const ROOT = path.resolve(import.meta.dirname, "..");
const PROGRAMS = ["testing/web-program.ts", "testing/worker-program.ts"];

/**
 * Global setup of tests that start programs: bundles these once. From TypeScript each start costs a second or two of
 * processor time, which is most of what many tests do. Below the root, so that packages are found.
 */
export async function setup(project: TestProject): Promise<() => void> {
  mkdirSync(path.join(ROOT, "dist"), { recursive: true });
  const directory = mkdtempSync(path.join(ROOT, "dist", "test-"));
  await buildCliPackage(ROOT, path.join(directory, "cli"));
  await bundlePrograms(ROOT, PROGRAMS, path.join(directory, "programs"));
  project.provide("bundles", directory);
  return () => rmSync(directory, { recursive: true, force: true });
}

/** The command line as it is published. */
export const cliProgram = () => path.join(inject("bundles"), "cli", "tidemark.mjs");

/** A program of this directory. */
export const testProgram = (name: "web-program" | "worker-program") =>
  path.join(inject("bundles"), "programs", `${name}.mjs`);
