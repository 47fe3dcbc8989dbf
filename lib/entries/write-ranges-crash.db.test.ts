import { randomBytes } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { stagingFiles } from "@/testing/blobs";
import { applyRanges, sendRanges, tagOf } from "@/testing/ranges";
import { repeats } from "@/testing/repeats";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";
import { startWebProcess, type WebProcess } from "@/testing/web-process";

const MIB = 1024 * 1024;
const KILLS = repeats(3, 200);
const DEADLINE = { timeout: 60_000 + KILLS * 10_000 };

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let base: string;
let web: WebProcess;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
  ({ base } = await createFilesystem(service, tenant));
  web = await startWebProcess(service);
});
afterAll(async () => {
  await web.stop();
  await service.close();
});

const file = (path: string) => ({ url: web.url, key: tenant.key, base, path });

test(
  "after kill -9 of the web process a file is what it was or what the write makes of it",
  DEADLINE,
  async () => {
    let content = randomBytes(2 * MIB);
    await call(web, tenant.key, "PUT", `${base}/files?path=/f`, new Uint8Array(content));
    for (let kill = 0; kill < KILLS; kill++) {
      const sizes = new Map([[tagOf(content), content]]);
      const stop = new AbortController();
      const writing = (async () => {
        while (!stop.signal.aborted) {
          const range = { start: Math.floor(Math.random() * MIB), bytes: randomBytes(1_000) };
          const next = applyRanges(content, [range], content.length);
          sizes.set(tagOf(next), next);
          await sendRanges(file("/f"), [range], content.length, { "if-match": tagOf(content) });
          content = next;
        }
      })().catch(() => undefined);
      const killedAfter = 5 + Math.floor(Math.random() * 5);
      while (sizes.size < killedAfter) await new Promise(setImmediate);
      stop.abort();
      await web.kill9();
      await writing;
      web = await startWebProcess(service);
      const headers = { authorization: `Bearer ${tenant.key}` };
      const response = await fetch(`${web.url}${base}/files?path=/f`, { headers });
      const found = Buffer.from(await response.arrayBuffer());
      expect([...sizes.keys()].slice(-2)).toContain(tagOf(found));
      expect(response.headers.get("etag")).toBe(tagOf(found));
      content = found;
    }
    expect(stagingFiles(service.services.settings)).toEqual([]);
  },
);

test("a byte of a file of 256 MiB is changed without the file in memory", DEADLINE, async () => {
  const size = 256 * MIB;
  await call(web, tenant.key, "PATCH", `${base}/files:content?path=/large&append=true`, "x");
  const grown = await sendRanges(file("/large"), [], size, { "if-match": "*" });
  expect(grown).toMatchObject({ status: 200, body: { size } });
  const before = web.residentBytes();
  let most = before;
  const bytes = Buffer.from("y");
  const sent = sendRanges(file("/large"), [{ start: size - 1, bytes }], size, {
    "if-match": grown.body.etag,
  });
  const timer = setInterval(() => (most = Math.max(most, web.residentBytes())), 20);
  await sent.finally(() => clearInterval(timer));
  expect(await sent).toMatchObject({ status: 200, body: { size } });
  expect(most - before).toBeLessThan(100 * MIB);
  const { body } = await call(web, tenant.key, "GET", `${base}/usage`);
  expect(body.retained_bytes).toBe(size + 2 * MIB);
});
