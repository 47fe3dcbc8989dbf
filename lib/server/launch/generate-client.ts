import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import { LaunchError } from "./launch-error";
import { lastLines } from "./postgres-cluster";

const STAMP = "schema.sha256";

/**
 * Generates the database client of `prisma/schema` into `prisma/generated`, unless it is current for this
 * schema and version of Prisma. Needs no network. Returns whether it generated anything.
 * @throws LaunchError with the output of `prisma generate` if it fails.
 */
export function generateClient(root: string): boolean {
  const stamp = path.join(root, "prisma", "generated", STAMP);
  const requested = schemaHash(root);
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === requested) return false;
  const prisma = createRequire(import.meta.url).resolve("prisma/build/index.js");
  const run = spawnSync(process.execPath, [prisma, "generate"], {
    cwd: root,
    encoding: "utf8",
    env: {
      ...process.env,
      // Any existing file works: generating needs no schema engine, but the CLI would download one.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      CHECKPOINT_DISABLE: "1",
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
    },
  });
  if (run.status !== 0)
    throw new LaunchError(`prisma generate failed: ${lastLines(`${run.stdout}${run.stderr}`)}`);
  fs.writeFileSync(stamp, requested);
  return true;
}

function schemaHash(root: string): string {
  const directory = path.join(root, "prisma", "schema");
  const hash = createHash("sha256");
  for (const name of fs.readdirSync(directory).toSorted())
    hash.update(`${name}\0`).update(fs.readFileSync(path.join(directory, name)));
  const manifest = createRequire(import.meta.url).resolve("prisma/package.json");
  return hash.update(fs.readFileSync(manifest)).digest("hex");
}
