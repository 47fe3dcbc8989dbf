// npm run build -- DIRECTORY: a copy of the service that only runs, for images and servers: built, without sources, and
// of each package only the files that are loaded. Start it there with `node .next/programs/serve.mjs`.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { nodeFileTrace } from "@vercel/nft";

import { builtProgram, PROGRAMS } from "@/lib/server/launch/build-programs";
import { findBinaries } from "@/lib/server/launch/postgres-binaries";
import { prepareCode } from "@/lib/server/launch/prepare-code";

const root = process.cwd();
/** What is read by name while the service runs. */
const READ = [
  ".next",
  // The names of its routes, which are in the bundle.
  "app",
  "docs",
  "inngest/engine/migrations",
  "next.config.js",
  // It also looks for files of its own that it never loads.
  "node_modules/next",
  "package.json",
  "prisma/functions",
  "prisma/functions.lock",
  "prisma/migrations",
  "public",
];
/** What a build leaves in `.next` for the next one, and the maps of pages, which are 65 MB. */
const LEFT =
  /^\.next\/(cache|dev|diagnostics|types|trace.*|tidemark\..*|(server|static)\/.*\.map)$|\.nft\.json$|^docs\/.*\/|^app\/(.*\/)?(?!route\.ts$)[^/]+\.(ts|tsx|css|svg)$/;
/** What could be loaded and is not: to build, to resize images, in development. */
const UNUSED =
  /^node_modules\/((@esbuild|@img|esbuild|sharp|typescript)\/|next\/dist\/(docs|esm)\/|.*(\.dev\.js|\.map|\.md|\.d\.[cm]?ts)$)/;
/** Our own files are in the bundles. */
const ignore = (file: string) => !/^(node_modules|\.next)\//.test(file) || UNUSED.test(file);

/** The files that Next has found to be loaded by its server and its pages. */
function readTraces(): string[] {
  const inside = readdirSync(".next/server", { recursive: true, encoding: "utf8" });
  const lists = inside.filter((name) => name.endsWith(".nft.json"));
  const paths = ["next-server.js.nft.json", ...lists.map((name) => path.join("server", name))];
  return paths.flatMap((name) => {
    const list = path.join(".next", name);
    const { files }: { files: string[] } = JSON.parse(readFileSync(list, "utf8"));
    return files.map((file) => path.relative(root, path.resolve(path.dirname(list), file)));
  });
}

const [target] = process.argv.slice(2);
if (target === undefined || existsSync(target)) {
  console.error("Usage: npm run build -- DIRECTORY, which must not exist yet");
  process.exit(2);
}
await prepareCode(root, new AbortController().signal, () => console.error("… building the pages"));
const programs = PROGRAMS.map((name) => path.relative(root, builtProgram(root, name)));
const { fileList } = await nodeFileTrace(programs, { base: root, ignore });
// Their libraries are found by the system, and npm runs no script that would link them.
const postgres = path.relative(root, path.dirname(findBinaries({})));
const loaded = [...fileList, ...readTraces()].filter(
  (file) => file.startsWith("node_modules/") && !ignore(file),
);
mkdirSync(target, { recursive: true });
for (const file of new Set([...READ, ...loaded, postgres]))
  cpSync(file, path.join(target, file), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !LEFT.test(source) && !UNUSED.test(source),
  });
console.error(`✓ ${target} is complete: start it there with "node .next/programs/serve.mjs"`);
