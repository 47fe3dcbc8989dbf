import fs from "node:fs/promises";
import path from "node:path";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { hasFuse } from "@/testing/fuse/has-fuse";
import { startMountService } from "@/testing/mount-service";
import { mountIn, releaseMounts, temporary, tidemark } from "@/testing/mounting";
import { SESSIONS } from "@/testing/mounts";
import type { TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

const { isUsable, reason } = await hasFuse();
const title = isUsable ? "refused mounts" : `refused mounts (not run: ${reason})`;

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let id: string;
beforeAll(async () => {
  service = await startMountService();
  tenant = await createTenant(service);
  ({ id } = await createFilesystem(service, tenant));
});
afterAll(() => service.close());
afterEach(releaseMounts);

/** One clear line and the exit code. */
async function refusal(...args: string[]): Promise<[code: number | null, message: string]> {
  const { code, out, err } = await tidemark(service, tenant.key, ...args);
  expect([out, err.trimEnd().split("\n").length]).toEqual(["", 1]);
  return [code, err.trimEnd()];
}

describe.skipIf(!isUsable)(title, { timeout: 60_000 }, () => {
  test("directories that cannot be mounted on", async () => {
    const directory = temporary();
    const missing = path.join(directory, "missing");
    expect(await refusal("mount", id, missing)).toEqual([
      2,
      `tidemark: ${missing} does not exist: run "mkdir -p ${missing}"`,
    ]);
    const file = path.join(directory, "file");
    await fs.writeFile(file, "");
    expect(await refusal("mount", id, file)).toEqual([2, `tidemark: ${file} is not a directory`]);
    expect(await refusal("mount", id, directory)).toEqual([
      2,
      `tidemark: ${directory} is not empty: choose an empty directory`,
    ]);
  });

  test("a directory that is mounted already", async () => {
    const one = await mountIn(service, tenant, id);
    const [code, message] = await refusal("mount", id, one.directory);
    expect([code, message]).toEqual([2, expect.stringContaining("is already mounted")]);
    await fs.writeFile(path.join(one.directory, "a"), "the first one still works");
  });

  test("an unknown filesystem, and a ticket of another one", async () => {
    const unknown = `fs_${"0".repeat(26)}`;
    const [code, message] = await refusal("mount", unknown, temporary());
    expect([code, message]).toEqual([1, expect.stringMatching(/^tidemark: .*\(req_\w+\)$/)]);
    const other = await createFilesystem(service, tenant);
    const body = { filesystem_id: other.id, mode: "rw" };
    const { ticket } = (await call(service, tenant.key, "POST", SESSIONS, body)).body;
    expect(await refusal("mount", id, temporary(), "--ticket", ticket)).toEqual([
      2,
      `tidemark: the ticket is for ${other.id}`,
    ]);
  });

  test("wrong options and directories without a mount", async () => {
    const directory = temporary();
    expect(await refusal("mount", id, directory, "--durability", "never")).toEqual([
      2,
      "tidemark: --durability must be close or behind",
    ]);
    expect(await refusal("mount", "flush", directory)).toEqual([
      2,
      `tidemark: you have no mount at ${directory}`,
    ]);
    expect(await refusal("unmount", directory)).toEqual([
      2,
      `tidemark: nothing is mounted at ${directory}`,
    ]);
    const nothing = await tidemark(service, tenant.key, "mount", "status", "--json");
    expect(nothing).toEqual({ code: 0, out: "[]\n", err: "" });
  });
});
