import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

import { type Browser, chromium } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";

import { chromiumOptions } from "@/testing/chromium";
import { eventually } from "@/testing/eventually";
import { children } from "@/testing/programs/processes";

import { freePort } from "./processes";

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

const responses = () =>
  fetch(`${origin}/api/v1/ready`).then(
    (response) => response.ok,
    () => false,
  );

/** The process of each program by its name. */
function processes(): Record<string, number | undefined> {
  const all = children(service.pid);
  const find = (part: string) => all.find(({ command }) => command.includes(part))?.pid;
  return { postgres: find("bin/postgres"), pages: find("bin/pages.ts"), web: find("bin/web.ts") };
}

test(
  "a change of a component comes to the open page without a reload",
  async () => {
    const page = await browser.newPage();
    await page.goto(`${origin}/sign-in`, { timeout: START_MS });
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor({ timeout: 60_000 });
    await page.evaluate(() => Object.assign(window, { stayed: true }));
    const file = path.join(root, "components", "auth", "sign-in-form.tsx");
    const source = readFileSync(file, "utf8");
    const changed = source.replace(/submit=\{[^}]+\}/, 'submit="Sign in now"');
    expect(changed).not.toBe(source);
    writeFileSync(file, changed);
    await page.getByRole("button", { name: "Sign in now" }).waitFor({ timeout: 60_000 });
    expect(await page.evaluate(() => "stayed" in window)).toBe(true);
    await page.close();
  },
  START_MS,
);

test("a change of the core restarts API and worker, and neither PostgreSQL nor the pages", async () => {
  const before = processes();
  const changed = path.join(root, "lib", "product.ts");
  utimesSync(changed, new Date(), new Date());
  await eventually("a new web server", () => {
    const { web } = processes();
    return web !== undefined && web !== before["web"];
  });
  await eventually("the API responses again", responses, 60_000);
  const after = processes();
  expect({ ...after, web: 0 }).toEqual({ ...before, web: 0 });
  expect(output).toContain("lib/product.ts changed");
}, 90_000);
