import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { build, type Metafile } from "esbuild";
import { z } from "zod";

import { licensesOf } from "./licenses";

const Manifest = z.object({
  version: z.string(),
  license: z.string(),
  engines: z.record(z.string(), z.string()),
  optionalDependencies: z.object({ koffi: z.string() }),
});

/**
 * Bundles the command line into an npm package, in an empty or new directory. It has no dependencies besides koffi, which
 * mounts need and npm may leave out: what else it uses is in the bundle, with its licences.
 * @returns what the bundle is made of
 */
export async function buildCliPackage(root: string, directory: string): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    // The names are those of `bin/`: a mount starts its worker from the file beside its own.
    entryPoints: { tidemark: "cli/main.ts", mount: "cli/mount/worker.ts" },
    outdir: directory,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    chunkNames: "[name]-[hash]",
    format: "esm",
    platform: "node",
    target: "node20",
    external: ["koffi"],
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: "none",
    // Packages written as CommonJS ask for Node's modules so.
    banner: { js: REQUIRE },
    metafile: true,
    logLevel: "warning",
  });
  const program = path.join(directory, "tidemark.mjs");
  writeFileSync(program, `#!/usr/bin/env node\n${readFileSync(program, "utf8")}`, { mode: 0o755 });
  const read = (name: string): unknown => JSON.parse(readFileSync(path.join(root, name), "utf8"));
  const manifest = manifestOf(Manifest.parse(read("package.json")));
  mkdirSync(directory, { recursive: true });
  writeFileSync(path.join(directory, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(path.join(directory, "THIRD-PARTY-LICENSES"), licensesOf(root, metafile));
  cpSync(path.join(root, "LICENSE"), path.join(directory, "LICENSE"));
  cpSync(path.join(root, "cli", "README.md"), path.join(directory, "README.md"));
  return metafile;
}

const REQUIRE = `import{createRequire as _r}from"node:module";const require=_r(import.meta.url);`;

const manifestOf = ({ optionalDependencies, ...rest }: z.infer<typeof Manifest>) => ({
  name: "tidemark",
  description: "The command line of Tidemark: files, changes, webhooks, mounts and an MCP server.",
  type: "module",
  bin: { tidemark: "tidemark.mjs" },
  files: ["*.mjs", "THIRD-PARTY-LICENSES"],
  ...rest,
  optionalDependencies: { koffi: optionalDependencies.koffi },
});
