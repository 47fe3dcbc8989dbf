import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";

import { afterAll, beforeAll, expect, test } from "vitest";

import { revokeApiKey } from "@/lib/auth/api-keys";
import { eventually } from "@/testing/eventually";
import { startTestService, type TestService } from "@/testing/service";
import { createFilesystem, createTenant } from "@/testing/tenant";

const CHANGES = 6_000;
const PAGE = 20;

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let fs: Awaited<ReturnType<typeof createFilesystem>>;
let pages = 0;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
  fs = await createFilesystem(service, tenant);
  const { db, heads } = service.services;
  // Together more than any socket's buffers hold.
  await db.$executeRaw`
    INSERT INTO change (filesystem_id, cursor, kind, path)
    SELECT ${fs.id}, n, 'deleted', repeat('/' || repeat('x', 200), 19) || '/' || n
    FROM generate_series(1, ${CHANGES}::int) n`;
  await db.$executeRaw`UPDATE filesystem SET head = ${CHANGES}::int, undispatched = true WHERE id = ${fs.id}`;
  const { readPage } = heads;
  heads.readPage = (...args) => {
    pages++;
    return readPage(...args);
  };
});
afterAll(() => service.close());

async function openStream(): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${tenant.key}`, accept: "text/event-stream" };
  const request = http.get(`${service.url}${fs.base}/changes?cursor=0&limit=${PAGE}`, { headers });
  const [response] = await once(request, "response");
  return response;
}

/** Waits until no page has been read for a while, and returns how many were. */
async function whenStill(): Promise<number> {
  let seen = { pages: -1, at: 0 };
  await eventually(
    "no more pages",
    () => {
      if (pages !== seen.pages) seen = { pages, at: performance.now() };
      return performance.now() - seen.at > 500;
    },
    20_000,
  );
  return pages;
}

/** Reads until it has seen `last`, then disconnects. */
async function readUntil(response: IncomingMessage, last: string): Promise<string> {
  const chunks: string[] = [];
  let tail = "";
  for await (const chunk of response.setEncoding("utf8")) {
    chunks.push(String(chunk));
    tail = (tail + String(chunk)).slice(-10_000);
    if (tail.includes(last)) break;
  }
  return chunks.join("");
}

test("a client that stops reading stops the queries, and gets everything once it reads again", async () => {
  pages = 0;
  const response = await openStream();
  expect(await whenStill()).toBeLessThan((CHANGES / PAGE) * 0.7);
  const text = await readUntil(response, `"cursor":"${CHANGES}"}]`);
  const cursors = [...text.matchAll(/"cursor":"(\d+)"}[,\]]/g)].map(([, cursor]) => Number(cursor));
  expect(cursors).toEqual(Array.from({ length: CHANGES }, (_, i) => i + 1));
});

test("a client that stops reading is disconnected within 5 s of losing access", async () => {
  const response = await openStream();
  await whenStill();
  await revokeApiKey(service.services.db, "shell", { id: tenant.keyId, orgId: null });
  const startedAt = performance.now();
  await eventually("the end of the 5 s", () => performance.now() - startedAt > 5_000);
  // Had it only been notified, it would now get the rest and a clean end.
  const closed = new Promise((resolve) => response.on("close", resolve));
  response.on("error", () => undefined).resume();
  await closed;
  expect(response.complete).toBe(false);
});
