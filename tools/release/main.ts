// npm run release -- <version>: records what the next versions must be able to upgrade; see CONTRIBUTING.md.
import { mkdtempSync, rmSync, writeFileSync, chmodSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { withDatabase } from "@/lib/server/launch/with-database";
import { readSettings } from "@/lib/settings";
import { runProgram } from "@/testing/programs/children";
import { startService } from "@/testing/programs/service";
import { readRows, releaseFile } from "@/testing/releases/rows";

import { fill, NOWHERE } from "./fill";

const [version] = process.argv.slice(2);
if (version === undefined || !/^v\d+\.\d+\.\d+$/.test(version)) {
  console.error("usage: npm run release -- v<major>.<minor>.<patch>");
  process.exit(2);
}

console.error(await runProgram(["bin/run.mjs", "bin/functions.ts", "--release", version], {}));

const directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-release-"));
chmodSync(directory, 0o711);
const children: { stop(): Promise<unknown> }[] = [];
try {
  const signal = AbortSignal.timeout(600_000);
  const started = (child: (typeof children)[number]) => void children.push(child);
  const { origin, dataDir } = await startService(directory, NOWHERE, started, signal);
  const settings = readSettings({ TIDEMARK_DATA_DIR: dataDir });
  const recorded = await withDatabase(settings, async (url) => {
    const access = await fill(origin, dataDir, url);
    return { access, ...(await readRows(url)) };
  });
  writeFileSync(releaseFile(version), `${JSON.stringify(recorded, null, 1)}\n`);
  const empty = Object.entries(recorded.tables).filter(([, rows]) => rows.length === 0);
  console.error(`✓ ${releaseFile(version)}; no rows of ${empty.map(([name]) => name).join(", ")}`);
} finally {
  for (const child of children) await child.stop();
  rmSync(directory, { recursive: true, force: true });
}
