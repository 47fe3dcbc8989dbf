import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";

import { afterAll, describe, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { hasContainers, startElsewhere } from "@/testing/other-container";

import { claimDataDir } from "./claims";
import { startPostgres } from "./embedded-postgres";

const dataDir = mkdtempSync(path.join(os.tmpdir(), "tidemark-containers-"));
chmodSync(dataDir, 0o711);
afterAll(() => rmSync(dataDir, { recursive: true }));

const importing = (name: string, file: string) =>
  `const { ${name} } = await import(${JSON.stringify(path.join(import.meta.dirname, file))});`;

const CLAIM = `
  ${importing("claimDataDir", "claims.ts")}
  await claimDataDir(process.argv[1]);
  setInterval(() => undefined, 1000);
`;
// Says whether it started a server, which then ends with its container.
const START = `
  ${importing("startPostgres", "embedded-postgres.ts")}
  const say = (text) => process.stdout.write(text, () => process.exit());
  startPostgres({ dataDir: process.argv[1] }).then(() => say("started"), (error) => say(error.message));
`;

describe.skipIf(!hasContainers)("two containers on one volume", () => {
  test("the second service refuses to start", async () => {
    const first = startElsewhere(CLAIM, dataDir);
    try {
      await eventually("its claim", () => existsSync(path.join(dataDir, "start.lock")));
      await expect(claimDataDir(dataDir)).rejects.toThrow("a service in another container");
    } finally {
      first.kill("SIGKILL");
    }
  });

  test("the second starts no database server on the files of the first", async () => {
    const server = await startPostgres({ dataDir });
    const pidFile = readFileSync(path.join(dataDir, "pg18", "postmaster.pid"), "utf8");
    const said = await text(startElsewhere(START, dataDir).stdout);
    expect(said).toContain("is in use in another container");
    expect(readFileSync(path.join(dataDir, "pg18", "postmaster.pid"), "utf8")).toBe(pidFile);
    await server.stop();
  });
});
