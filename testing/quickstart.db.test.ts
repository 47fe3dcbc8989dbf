import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import { drain } from "@/lib/delivery/drain";

import { eventually } from "./eventually";
import { decide } from "./login";
import { startTestService, type TestService } from "./service";
import { call, createFilesystem, createTenant } from "./tenant";
import { createTestUser, join } from "./user";

const run = promisify(execFile);

let service: TestService;
const home = mkdtempSync(path.join(os.tmpdir(), "tidemark-quickstart-"));
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  rmSync(home, { recursive: true, force: true });
  await service.close();
});

/** The blocks of shell commands in a document. */
const blocksOf = (text: string) =>
  [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block = ""]) => block);

const quickstart = readFileSync("docs/quickstart.md", "utf8");
const [start, login, listen, ...api] = blocksOf(quickstart);

/** What commands print, with these variables set. */
async function shell(commands: string, env = {}): Promise<string> {
  const { stdout } = await run("sh", ["-ec", commands], { env: { ...process.env, ...env } });
  return stdout;
}

/** Runs a block that waits for something; `seen` is what it has printed. */
function startShell(block: string) {
  const env = { XDG_CONFIG_HOME: home, TIDEMARK_API_KEY: "", TIDEMARK_API_URL: service.url };
  const child = spawn("sh", ["-ec", `exec ${block}`], {
    env: { ...process.env, ...env },
    detached: true,
  });
  const shown = { text: "" };
  child.stdout.on("data", (chunk) => (shown.text += String(chunk)));
  child.stderr.on("data", (chunk) => (shown.text += String(chunk)));
  const ended = once(child, "close").then(([code]) => Number(code));
  // As Ctrl-C does, to all of its processes.
  const interrupt = () => process.kill(-(child.pid ?? 0), "SIGINT");
  return { shown, ended, interrupt };
}

test("three commands lead to a verified message about a real file, as the README says too", async () => {
  expect(start).toBe("npm start\n");
  const readme = readFileSync("README.md", "utf8");
  for (const block of [start, login, listen]) expect(readme).toContain(block);
  expect(readme).not.toContain("WEBHOOK_");

  const user = await createTestUser(service);
  const tenant = await createTenant(service);
  await join(service, tenant.orgId, user.id, "member");
  const fs = await createFilesystem(service, tenant);
  const loggingIn = startShell(login ?? "");
  const code = await eventually(
    "a code",
    () => /\b[A-Z]{4}-[A-Z]{4}$/m.exec(loggingIn.shown.text)?.[0],
  );
  await decide(service, user, "approve", code);
  expect(await loggingIn.ended).toBe(0);

  const listening = startShell((listen ?? "").replace("fs_…", fs.id));
  await eventually("the secret", () => listening.shown.text.includes("Signing secret: whsec_"));
  const { body } = await call(service, tenant.key, "GET", `${fs.base}/webhooks`);
  const deliver = () => drain(service.services, body[0].id);
  await deliver();
  await call(service, tenant.key, "PUT", `${fs.base}/files?path=/hello.txt`, "hello");
  await eventually("a verified files.changed", async () => {
    await deliver();
    return /files\.changed .*created \/hello\.txt\n +signature verified/.test(listening.shown.text);
  });
  expect(listening.shown.text).toMatch(/files\.resync .*\n +signature verified/);
  listening.interrupt();
  await listening.ended;
  expect(listening.shown.text).toContain("Stopped.");
});

test("the commands with curl lead to a verified message about a real file", async () => {
  const { orgId, key } = await createTenant(service);
  const [variables = "", create = "", write = "", read = "", ...more] = api.map((block) =>
    block
      .replace("tmk_…", key)
      .replace("org_…", orgId)
      .replace("http://localhost:3000", service.url),
  );
  expect(more).toEqual([]);
  const created = await shell(`${variables}\n${create}\necho "$FS $WH"`);
  const [FS = "", WH = ""] = created.trim().split(" ");
  await drain(service.services, WH);
  await shell(`${variables}\n${write}`, { FS });
  await eventually("a verified files.changed", async () => {
    await drain(service.services, WH);
    const received = JSON.parse(await shell(`${variables}\n${read}`, { FS, WH }));
    const types = received.map(({ type }: { type: string }) => type);
    return types.join() === "files.changed,files.resync" && received[0].body.includes("/hello.txt");
  });
});
