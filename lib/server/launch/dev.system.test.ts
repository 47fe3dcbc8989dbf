import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { type Browser, chromium } from "@playwright/test";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { chromiumOptions } from "@/testing/chromium";
import { eventually } from "@/testing/eventually";
import { children } from "@/testing/programs/processes";

import { findPostgres } from "./embedded-postgres";
import { freePort } from "./free-port";

// A checkout of its own beside this one, so that its packages can be hard links.
const parent = path.resolve("test-results");
mkdirSync(parent, { recursive: true });
const root = mkdtempSync(path.join(parent, "dev-"));
const SOURCES =
  ".gitignore app bin components console examples inngest lib prisma instrumentation.ts next.config.js package-lock.json package.json postcss.config.mjs tsconfig.json".split(
    " ",
  );
const START_MS = 240_000;

let origin = "";
let service: ChildProcess;
let browser: Browser;
let output = "";

beforeAll(async () => {
  for (const name of SOURCES) cpSync(name, path.join(root, name), { recursive: true });
  execFileSync("cp", ["-al", "node_modules", root]);
  // A repository of its own: Tailwind reads every file that no .gitignore up to its root leaves out.
  execFileSync("git", ["init", "-q", root]);
  const port = await freePort();
  origin = `http://localhost:${port}`;
  service = spawn(process.execPath, ["bin/start.mjs", "--dev"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      PORT: String(port),
      SFTP_PORT: "0",
      APP_URL: "",
      DATABASE_URL: "",
      INNGEST_BASE_URL: "",
    },
  });
  for (const stream of [service.stdout, service.stderr])
    stream?.on("data", (chunk) => (output += chunk));
  // The API is ready before the pages are, and changes are watched for from here on.
  await eventually("the service runs", () => output.includes("runs at"), START_MS).catch(
    (error: Error) => {
      throw new Error(`${error.message}\n${output.slice(-2_000)}`);
    },
  );
  browser = await chromium.launch(chromiumOptions());
}, START_MS);

afterAll(async () => {
  await browser?.close();
  const ended = new Promise((resolve) => service.once("exit", resolve));
  service.kill("SIGTERM");
  expect(await ended).toBe(0);
  rmSync(root, { recursive: true, force: true });
}, 120_000);

/** Changes a file of the checkout, which must then differ. */
function edit(file: string, find: string | RegExp, replacement: string): void {
  const source = readFileSync(path.join(root, file), "utf8");
  const changed = source.replace(find, replacement);
  expect(changed).not.toBe(source);
  writeFileSync(path.join(root, file), changed);
}

function running(part: string): number[] {
  return children(service.pid)
    .filter(({ command }) => command.includes(part))
    .map(({ pid }) => pid);
}

/** What neither a change of the core nor one of a SQL function may end. */
const lasting = () => ({ postgres: running("bin/postgres"), pages: running("bin/pages.ts") });

/** The message of a 404, which is text of the core. */
const notFound = () =>
  fetch(`${origin}/api/v1/nowhere`).then(
    (response) => response.text(),
    () => "",
  );

async function functionBody(name: string): Promise<string> {
  const database = await findPostgres(path.join(root, ".data"));
  const client = new Client({ connectionString: database?.url });
  await client.connect();
  const { rows } = await client.query("SELECT prosrc FROM pg_proc WHERE proname = $1", [name]);
  await client.end();
  return rows[0].prosrc;
}

test(
  "a change of a component comes to the open page without a reload",
  async () => {
    const page = await browser.newPage();
    await page.goto(`${origin}/setup#token`, { timeout: START_MS });
    await page.getByRole("button", { name: "Create and sign in" }).waitFor({ timeout: 60_000 });
    await page.evaluate(() => Object.assign(window, { stayed: true }));
    const saved = page.getByRole("button", { name: /^Saved/ });
    let saves = 0;
    // A save while Turbopack still registers the page's subscription is lost, and the next one is not.
    const save = () => {
      const file = "components/auth/setup.tsx";
      edit(file, /submit=(\{[^}]+\}|"Saved \d+")/, `submit="Saved ${(saves += 1)}"`);
      return saved.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      );
    };
    await eventually("the new text", save, 120_000);
    expect(await page.evaluate(() => "stayed" in window)).toBe(true);
    await page.close();
  },
  START_MS,
);

test("a change of the core runs within a moment, in new processes of API and worker only", async () => {
  const before = lasting();
  // Each has a spare beside it.
  const old = await eventually("spare processes", () => {
    const programs = [...running("bin/web.ts"), ...running("bin/worker.ts")];
    return programs.length === 4 && programs;
  });
  const begun = performance.now();
  edit("lib/contract/errors.ts", "Not found, or not in your organisation.", "Nowhere to be found.");
  await eventually("the new text", async () => (await notFound()).includes("Nowhere"), 60_000);
  console.log(`dev: the changed API responded after ${Math.round(performance.now() - begun)} ms`);
  expect(lasting()).toEqual(before);
  const now = [...running("bin/web.ts"), ...running("bin/worker.ts")];
  expect(old.filter((pid) => now.includes(pid))).toHaveLength(2);
  expect(output).toContain("lib/contract/errors.ts changed");
}, 120_000);

test("a change of a SQL function is applied, a mistake in it changes nothing", async () => {
  const before = lasting();
  const file = "prisma/functions/changes/path_under.sql";
  edit(file, "IMMUTABLE", "IMMUTABEL");
  const failure = /path_under\.sql \(line \d+\) failed; no function was changed/;
  await eventually("the error", () => failure.test(output));
  edit(file, "IMMUTABEL", "IMMUTABLE");
  edit(file, "SELECT prefix", "SELECT /* edited */ prefix");
  await eventually("the function", async () =>
    (await functionBody("path_under")).includes("edited"),
  );
  await eventually("the API", async () => (await notFound()).includes("Nowhere"), 60_000);
  expect(lasting()).toEqual(before);
}, 120_000);
