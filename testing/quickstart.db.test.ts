import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import { drain } from "@/lib/delivery/drain";

import { eventually } from "./eventually";
import { startTestService, type TestService } from "./service";
import { createTenant } from "./tenant";

const run = promisify(execFile);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

/** What commands print, with these variables set. */
async function shell(commands: string, env = {}): Promise<string> {
  const { stdout } = await run("sh", ["-ec", commands], { env: { ...process.env, ...env } });
  return stdout;
}

test("the commands of the quickstart lead to a verified message about a real file", async () => {
  const { orgId, key } = await createTenant(service);
  const text = readFileSync("docs/quickstart.md", "utf8")
    .replace("tmk_…", key)
    .replace("org_…", orgId)
    .replace("http://localhost:3000", service.url);
  const blocks = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block = ""]) => block);
  const [variables = "", create = "", write = "", read = ""] = blocks;
  expect(blocks).toHaveLength(4);
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
