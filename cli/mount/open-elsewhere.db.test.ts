import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { hasFuse } from "@/testing/fuse/has-fuse";
import { startMountService } from "@/testing/mount-service";
import { mountIn, releaseMounts, type TestMount } from "@/testing/mounting";
import { createMount } from "@/testing/mounts";
import type { TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

// Only asynchronous calls touch a mount, so that one that hangs fails.
const { isUsable, reason } = await hasFuse();
const title = isUsable ? "files open here" : `files open here (not run: ${reason})`;
const DEADLINE = { timeout: 120_000 };
// More than a read fetches, in pieces of 4 MiB.
const LARGE = 13 * 1024 * 1024;

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let base: string;
let mount: TestMount;
/** Another mount, whose deletions do not go to the trash either. */
let other: string;
const here = (...names: string[]) => path.join(mount.directory, ...names);
const send = async (
  method: string,
  route: string,
  body?: string | Uint8Array<ArrayBuffer> | object,
) => {
  const response = await call(service, other, method, `${base}/${route}`, body);
  expect([method, route, response.status < 300]).toEqual([method, route, true]);
  return response.body;
};
const bytes = (size: number) => new Uint8Array(randomBytes(size));
const isGone = (name: string) =>
  eventually("the deletion", () =>
    fs.stat(here(name)).then(
      () => false,
      () => true,
    ),
  );
/** A file of the service that is open here, and of which nothing was read. */
async function opened(name: string, content: Uint8Array<ArrayBuffer>, flags = "r") {
  await send("PUT", `files?path=/${name}`, content);
  return eventually("the file", () => fs.open(here(name), flags).catch(() => null));
}

beforeAll(async () => {
  service = await startMountService();
  tenant = await createTenant(service);
});
afterAll(async () => {
  await releaseMounts();
  await service.close();
}, DEADLINE.timeout);

describe.skipIf(!isUsable)(title, DEADLINE, () => {
  beforeAll(async () => {
    const filesystem = await createFilesystem(service, tenant);
    base = filesystem.base;
    other = (await createMount(service, tenant.key, filesystem.id, "rw")).password;
    mount = await mountIn(service, tenant, filesystem.id);
  }, DEADLINE.timeout);

  test.each([
    ["small", 100],
    ["large", LARGE],
  ])("a %s one is read on after others deleted it", async (kind, size) => {
    const content = bytes(size);
    const file = await opened(`deleted-${kind}`, content);
    await send("DELETE", `files?path=/deleted-${kind}`);
    await isGone(`deleted-${kind}`);
    expect((await file.readFile()).equals(content)).toBe(true);
    await file.close();
  });

  test("one is read on after others put another file in its place", async () => {
    const content = bytes(LARGE);
    const file = await opened("replaced", content);
    const start = await file.read(Buffer.alloc(10), 0, 10, 0);
    await send("PUT", "files?path=/new", "new");
    await send("POST", "files:move", { from: "/new", to: "/replaced", overwrite: true });
    await eventually("the new one", async () => (await fs.stat(here("replaced"))).size === 3);
    expect((await file.readFile()).equals(content.subarray(10 - start.bytesRead))).toBe(true);
    expect(await fs.readFile(here("replaced"), "utf8")).toBe("new");
    await file.close();
  });

  test("what is written to one that others moved to an unknown directory is stored there", async () => {
    await send("POST", "directories", { path: "/a/b", parents: true });
    const file = await opened("moved", bytes(100), "r+");
    await send("POST", "files:move", { from: "/moved", to: "/a/b/there" });
    await isGone("moved");
    await file.truncate(0);
    await file.write("written");
    await file.chmod(0o600);
    await file.close();
    expect(await send("GET", "files?path=/a/b/there")).toBe("written");
    expect((await send("GET", "files:stat?path=/a/b/there")).mode).toBe("0600");
    expect(await fs.readFile(here("a", "b", "there"), "utf8")).toBe("written");
  });

  test("what is written to one that others deleted is stored nowhere", async () => {
    const file = await opened("lost", bytes(100), "r+");
    await send("DELETE", "files?path=/lost");
    await isGone("lost");
    await file.write("written");
    await file.close();
    const { entries } = await send("GET", "entries?path=/&recursive=true");
    expect(entries.map((entry: { path: string }) => entry.path)).not.toContain("/lost");
  });

  test("what is written to one after its name was removed here is stored by its other name", async () => {
    await send("POST", "directories", { path: "/links" });
    const file = await opened("linked", bytes(100), "r+");
    await send("POST", "files:link", { target: "/linked", path: "/links/unknown" });
    await eventually("two links", async () => (await file.stat()).nlink === 2);
    await fs.unlink(here("linked"));
    await file.truncate(0);
    await file.write("by the other name");
    await file.close();
    expect(await send("GET", "files?path=/links/unknown")).toBe("by the other name");
  });
});
