import { createHash } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { longText } from "@/testing/blobs";
import { createMount } from "@/testing/mounts";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";
import { emptyTrash } from "@/testing/trash";

import { forgetContents } from "./forget-contents";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let fs: Awaited<ReturnType<typeof createFilesystem>>;
/** What it deletes does not go to the trash. */
let mount: string;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
});
afterAll(() => service.close());
beforeEach(async () => {
  fs = await createFilesystem(service, tenant);
  mount = (await createMount(service, tenant.key, fs.id, "rw")).password;
});

const etagOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 32);
const send = (method: string, route: string, body?: object | string) =>
  call(service, mount, method, fs.base + route, body);
const put = (path: string, text: string) => send("PUT", `/files?path=${path}`, text);
const read = (text: string, base = fs.base, key = tenant.key, headers = {}) =>
  call(service, key, "GET", `${base}/contents/${etagOf(text)}`, undefined, headers);
const outcome = async (...asked: Parameters<typeof read>) => {
  const { status, body } = await read(...asked);
  return status === 200 ? body : body.detail.code;
};
const hourLater = () =>
  service.services.db
    .$executeRaw`UPDATE former_content SET left_at = left_at - interval '61 minutes'`;

const GONE = "content_not_found";

test("the content of a file is read whole, in a range, or not if it is known", async () => {
  await put("/f", "0123456789");
  const { status, body, headers } = await read("0123456789");
  expect([status, body]).toEqual([200, "0123456789"]);
  expect(headers.get("etag")).toBe(`"${etagOf("0123456789")}"`);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  // It is none of one file.
  expect(headers.get("last-modified")).toBeNull();
  const part = await read("0123456789", fs.base, tenant.key, { range: "bytes=2-4" });
  expect([part.status, part.body]).toEqual([206, "234"]);
  const none = await read("0123456789", fs.base, tenant.key, { range: "bytes=10-" });
  expect([none.status, none.headers.get("content-range")]).toEqual([416, "bytes */10"]);
  const known = { "if-none-match": `"${etagOf("0123456789")}"` };
  expect((await read("0123456789", fs.base, tenant.key, known)).status).toBe(304);
  const head = await fetch(`${service.url}${fs.base}/contents/${etagOf("0123456789")}`, {
    method: "HEAD",
    headers: { authorization: `Bearer ${tenant.key}` },
  });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, "10"]);
});

describe.each([
  ["small", (text: string) => text],
  ["large", longText],
])("a %s content", (_, sized) => {
  const [old, other] = [sized("old"), sized("other")];

  test.each<[string, () => Promise<unknown>]>([
    ["was overwritten", () => put("/f", other)],
    ["was deleted by a mount", () => send("DELETE", "/files?path=/f")],
    [
      "was deleted in a batch",
      () => send("POST", "/files:batch", { changes: [{ op: "remove", path: "/f" }] }),
    ],
    [
      "was replaced by a move",
      () => send("POST", "/files:move", { from: "/g", to: "/f", overwrite: true }),
    ],
    [
      "was replaced by a copy",
      () => send("POST", "/files:copy", { from: "/g", to: "/f", overwrite: true }),
    ],
    [
      "lost all its names at once",
      async () => {
        await send("POST", "/directories", { path: "/d" });
        await send("POST", "/files:link", { target: "/f", path: "/d/one" });
        await send("POST", "/files:move", { from: "/f", to: "/d/two" });
        await send("DELETE", "/files?path=/d&recursive=true");
      },
    ],
    ["was cut off", () => patch({ "content-range": "bytes */1" })],
  ])("that %s is read for an hour more", async (_name, lose) => {
    await put("/f", old);
    await put("/g", other);
    await lose();
    expect(await outcome(old)).toBe(old);
    await hourLater();
    expect(await outcome(old)).toBe(GONE);
  });

  const patch = (headers: Record<string, string>) =>
    call(service, tenant.key, "PATCH", `${fs.base}/files:content?path=/f`, undefined, {
      "if-match": `"${etagOf(old)}"`,
      ...headers,
    });

  test("that another file still has, or has again, is read for as long as that is so", async () => {
    await put("/f", old);
    await put("/g", old);
    await put("/f", other);
    await hourLater();
    expect(await outcome(old)).toBe(old);
    await send("DELETE", "/files?path=/g");
    await put("/f", old);
    await hourLater();
    expect(await outcome(old)).toBe(old);
  });

  test("that was lost again is read for an hour from then on", async () => {
    await put("/f", old);
    await put("/f", other);
    await hourLater();
    await put("/f", old);
    await put("/f", other);
    expect(await outcome(old)).toBe(old);
  });

  test("in the trash is read, and no longer once it is deleted permanently", async () => {
    await put("/f", old);
    await call(service, tenant.key, "DELETE", `${fs.base}/files?path=/f`);
    expect(await outcome(old)).toBe(old);
    await emptyTrash(service, fs.id);
    expect(await outcome(old)).toBe(GONE);
  });

  test("of another tenant, or of another filesystem, is as one that never was", async () => {
    const foreign = await createTenant(service);
    const theirs = await createFilesystem(service, foreign);
    const secret = sized("secret");
    await call(service, foreign.key, "PUT", `${theirs.base}/files?path=/f`, secret);
    await call(service, foreign.key, "PUT", `${theirs.base}/files?path=/gone`, old);
    await call(service, foreign.key, "PUT", `${theirs.base}/files?path=/gone`, other);
    for (const text of [secret, old, other, sized("never")]) expect(await outcome(text)).toBe(GONE);
    expect(await outcome(secret, theirs.base)).toBe("not_found");
    expect(await outcome(secret, theirs.base, foreign.key)).toBe(secret);
    // Both have it: each its own.
    await put("/f", secret);
    expect(await outcome(secret)).toBe(secret);
  });
});

test("a sweep leaves what was lost within the hour, and forgets the rest", async () => {
  const { db } = service.services;
  const rows = () =>
    Promise.all([
      db.content.count({ where: { filesystem_id: fs.id } }),
      db.former_content.count({ where: { filesystem_id: fs.id } }),
    ]);
  const sweep = async () => {
    while ((await forgetContents(service.services, new Date(), 2)).more);
  };
  for (const text of ["a", "b", "c", "d"]) await put("/f", text);
  await sweep();
  expect(await rows()).toEqual([4, 3]);
  expect(await outcome("a")).toBe("a");
  await hourLater();
  await sweep();
  expect(await rows()).toEqual([1, 0]);
});

test("what is no entity tag is refused", async () => {
  for (const etag of ["x", "A".repeat(32), "0".repeat(31), "0".repeat(64)]) {
    const route = `${fs.base}/contents/${etag}`;
    const { status, body } = await call(service, tenant.key, "GET", route);
    expect([status, body.detail[0].loc]).toEqual([422, ["path", "etag"]]);
  }
});
