import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";

import { findPostgres, startPostgres } from "@/lib/server/launch/embedded-postgres";

import { eventually } from "./eventually";

const PAGE = readFileSync(path.resolve(import.meta.dirname, "../docs/operate.md"), "utf8");
const group = (pattern: RegExp) => pattern.exec(PAGE)?.[1] ?? "";
const ARCHIVING = group(/archive_command = '(.*?)'\n/);
const RESTORE = group(/(cp -a \/backup\/\S+ \$PGDATA\/.*?\n {2}CONF\n)/s).replaceAll(/^ {2}/gm, "");
const FOR_A_TEST = group(/\*\*For a test,\*\* add `(.*?)`/);

let root = "";
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "tidemark-restore-"));
  for (const name of ["", "archive", "server"]) {
    mkdirSync(path.join(root, name), { recursive: true });
    // As root, the server runs under its own account.
    chmodSync(path.join(root, name), 0o777);
  }
});
afterEach(async () => {
  await (await findPostgres(path.join(root, "server")))?.stop();
  rmSync(root, { recursive: true });
});

const archived = () => readdirSync(path.join(root, "archive")).toSorted();

/** Runs statements on the server, which is started for them; returns the first value of the last. */
async function onServer(...statements: string[]): Promise<string> {
  const server = await startPostgres({ dataDir: path.join(root, "server"), durable: false });
  const client = new Client({ connectionString: server.ownerUrl });
  await client.connect();
  try {
    await eventually("the end of recovery", async () => {
      const { rows } = await client.query("SELECT pg_is_in_recovery() AS still");
      return rows[0]?.still === false;
    });
    let value = "";
    for (const statement of statements) {
      const { rows } = await client.query({ text: statement, rowMode: "array" });
      value = String(rows[0]?.[0] ?? "");
    }
    return value;
  } finally {
    await client.end();
    await server.stop();
  }
}

/** Restores the backup as the page says, up to a moment, with more settings. */
function restore(moment: string, more = ""): void {
  rmSync(path.join(root, "server/pg18"), { recursive: true });
  mkdirSync(path.join(root, "server/pg18"));
  const commands = RESTORE.replace(/\/backup\/[^/]+\//, "/backup/")
    .replaceAll(/\/(?=archive|backup)/g, `${root}/`)
    .replace(/(?<=recovery_target_time = ').*?(?=')/, moment)
    .replace(/\nCONF\n$/, `\n${more}\nCONF\n`);
  const env = { ...process.env, PGDATA: path.join(root, "server/pg18") };
  execFileSync("sh", ["-ec", commands], { env });
}

test("a test of a restore leaves the archive as it was, and the next real restore has the real rows", async () => {
  const command = ARCHIVING.replaceAll("/archive/", `${root}/archive/`);
  await onServer(
    "ALTER SYSTEM SET archive_mode = on",
    `ALTER SYSTEM SET archive_command = '${command}'`,
    "CREATE TABLE written (name text)",
  );
  execFileSync("cp", ["-a", path.join(root, "server/pg18"), path.join(root, "backup")]);
  const moment = await onServer(
    "INSERT INTO written VALUES ('real')",
    "SELECT clock_timestamp()::text",
  );
  await onServer("INSERT INTO written VALUES ('too late')");
  const before = archived();
  expect(before).not.toEqual([]);

  restore(moment, FOR_A_TEST);
  await onServer("INSERT INTO written VALUES ('test')", "SELECT pg_switch_wal()");
  expect(archived()).toEqual(before);

  restore(moment);
  const names = "SELECT string_agg(name, ' ') FROM written";
  expect(await onServer(names)).toBe("real");
});
