import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { buildPrograms } from "./build-programs";
import { generateClient } from "./generate-client";
import { LaunchError } from "./launch-error";
import { takeLock } from "./lock";

const SOURCES = [
  "app",
  "bin",
  "components",
  "console",
  "inngest",
  "lib",
  "prisma/schema",
  "public",
];
const FILES =
  /^(instrumentation\.ts|package-lock\.json|next\.config\.js|tsconfig\.json|postcss\.config\.m?js)$/;

/**
 * Builds the database client, the pages and the programs under `root`, each only if its sources changed. Concurrent
 * starts in one checkout take turns. Calls `onBuild` before the build; returns whether there was one.
 * @throws LaunchError if the build fails, AbortError through `signal`.
 */
export async function prepareCode(
  root: string,
  signal: AbortSignal,
  onBuild: () => void,
): Promise<boolean> {
  const output = path.join(root, ".next");
  fs.mkdirSync(output, { recursive: true });
  for (;;) {
    const lock = takeLock(path.join(output, "tidemark.lock"));
    if ("release" in lock) {
      try {
        generateClient(root);
        return await buildOnce(root, path.join(output, "tidemark.sha256"), signal, onBuild);
      } finally {
        lock.release();
      }
    }
    await sleep(200, undefined, { signal });
  }
}

async function buildOnce(
  root: string,
  stamp: string,
  signal: AbortSignal,
  onBuild: () => void,
): Promise<boolean> {
  const requested = hashSources(root);
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === requested) return false;
  fs.rmSync(stamp, { force: true });
  onBuild();
  await runNextBuild(root, signal);
  await buildPrograms(root);
  fs.writeFileSync(stamp, requested);
  return true;
}

function runNextBuild(root: string, signal: AbortSignal): Promise<void> {
  const next = createRequire(path.join(root, "package.json")).resolve("next/dist/bin/next");
  const build = spawn(process.execPath, [next, "build"], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  });
  let output = "";
  const collect = (chunk: Buffer) => (output = (output + chunk.toString("utf8")).slice(-20_000));
  build.stdout.on("data", collect);
  build.stderr.on("data", collect);
  return new Promise((resolve, reject) => {
    build.once("error", reject);
    build.once("close", (code) => {
      if (code === 0) return resolve();
      if (signal.aborted) return;
      // The build's output is worth reading in full; the error follows it.
      process.stderr.write(output);
      reject(new LaunchError(`next build failed (exit code ${code}); see its output above`));
    });
  });
}

/** A hash of everything that goes into the build, tests excluded. */
function hashSources(root: string): string {
  const inside = SOURCES.filter((name) => fs.existsSync(path.join(root, name))).flatMap((name) =>
    fs
      .readdirSync(path.join(root, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  );
  const hash = createHash("sha256");
  for (const file of [...inside, ...fs.readdirSync(root).filter((n) => FILES.test(n))].toSorted())
    hash.update(`${file}\0`).update(fs.readFileSync(path.join(root, file)));
  return hash.digest("hex");
}
