import path from "node:path";

import { LaunchError } from "./launch-error";

const OUTPUT = path.join(".next", "programs");

/** The file of a program of `bin/` that `buildPrograms` has built under `root`. */
export const builtProgram = (root: string, name: string): string =>
  path.join(root, OUTPUT, `${name}.mjs`);

/** Those that `npm start` keeps running, and what a built copy of the service has instead of it and of `npm run admin`. */
export const PROGRAMS = ["web", "worker", "sftp", "serve", "admin"];

/** Bundles the programs of `bin/` under `root`. @throws LaunchError if one cannot be bundled */
export const buildPrograms = (root: string): Promise<void> =>
  bundlePrograms(
    root,
    PROGRAMS.map((name) => `bin/${name}.ts`),
    OUTPUT,
  );

/**
 * Bundles programs under `root`: without a TypeScript loader they start faster and take less memory. Packages stay where
 * they are.
 * @throws LaunchError if a program cannot be bundled, after the reasons have been printed
 */
export async function bundlePrograms(
  root: string,
  entryPoints: string[],
  outdir: string,
): Promise<void> {
  // Loaded only here: most starts build nothing.
  const { build, stop } = await import("esbuild");
  try {
    await build({
      absWorkingDir: root,
      entryPoints,
      outdir,
      // Next declares its folder as CommonJS.
      outExtension: { ".js": ".mjs" },
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      target: "node20",
      packages: "external",
      sourcemap: true,
      sourcesContent: false,
      logLevel: "warning",
    });
  } catch {
    throw new LaunchError("the programs cannot be built, see above");
  } finally {
    await stop();
  }
}
