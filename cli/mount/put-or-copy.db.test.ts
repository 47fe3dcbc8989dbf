import fs from "node:fs";
import path from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { readByApi } from "@/testing/mount-agreement";
import { temporary } from "@/testing/mounting";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

import { createAccess } from "./access";
import { exchangeTicket } from "./credential";
import { putOrCopy } from "./put-or-copy";
import { createRemote } from "./remote";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

test("copies of one second are beside each other, once each, also of a name as long as any", async () => {
  const tenant = await createTenant(service);
  const { id, base } = await createFilesystem(service, tenant);
  const ask = { filesystem_id: id, mode: "rw" };
  const { body } = await call(service, tenant.key, "POST", "/api/v1/mount-sessions", ask);
  const session = await exchangeTicket(service.url, body.ticket);
  const remote = createRemote(
    service.url,
    createAccess(service.url, session, null, () => undefined),
  );
  const written = new Date("2026-11-28T07:05:31.400Z");
  const write = async (at: string, text: string) => {
    const file = path.join(temporary(), "stage");
    fs.writeFileSync(file, text);
    fs.utimesSync(file, written, written);
    const names: string[] = [];
    const size = Buffer.byteLength(text);
    const put = () =>
      putOrCopy(remote, { at, file, size, stamp: {}, basedOn: null }, (name) => names.push(name));
    await put();
    // As after a response that was lost.
    await put();
    return names;
  };
  const read = async (name: string) =>
    String(await readByApi({ service, key: tenant.key, base, folder: "/" }, name));
  const long = `/${"資".repeat(84)}.x`;
  for (const at of ["/doc.txt", long])
    await call(
      service,
      tenant.key,
      "PUT",
      `${base}/files?path=${encodeURIComponent(at)}`,
      "theirs",
    );
  const [first, second] = [await write("/doc.txt", "one"), await write("/doc.txt", "two")];
  const name = "/doc (conflict 2026-11-28 07.05.31";
  expect([first, second]).toEqual([
    [`${name}).txt`, `${name}).txt`],
    [`${name} 2).txt`, `${name} 2).txt`],
  ]);
  expect([await read(`${name}).txt`), await read(`${name} 2).txt`)]).toEqual(["one", "two"]);
  const [copy = ""] = await write(long, "mine");
  expect(copy).toMatch(/^\/資+ \(conflict 2026-11-28 07\.05\.31\)\.x$/);
  expect(Buffer.byteLength(copy)).toBeGreaterThan(250);
  expect(await read(copy)).toBe("mine");
});
