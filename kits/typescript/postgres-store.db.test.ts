import { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { drain } from "@/lib/delivery/drain";
import { fanOutPending } from "@/lib/delivery/fan-out";
import { createTestDatabase, type TestDatabase } from "@/testing/database";
import { createHook, type Hook, skipWaits, useDelivering } from "@/testing/delivering";
import { eventually } from "@/testing/eventually";
import { call } from "@/testing/tenant";

import { createReceiver, handleRequest, POSTGRES_SCHEMA, postgresStore } from "./index";

const all = useDelivering();
let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  pool = new Pool({ connectionString: database.ownerUrl });
  await pool.query(POSTGRES_SCHEMA);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** A receiver of what is below a prefix, whose files are a list in memory, as every change of them is. */
function follow(hook: Hook, webhook: { id: string; secret: string }, prefix: string) {
  const files = new Set<string>();
  const applied: string[] = [];
  const { key } = hook.creator;
  const from = { api: all.service.url, key, org: all.tenant.orgId, filesystem: hook.fs.id };
  const store = postgresStore({
    pool,
    name: webhook.id,
    async apply(_, events) {
      for (const { path, file } of events) {
        applied.push(path);
        if (file === null) files.delete(path);
        else files.add(path);
      }
    },
    async replace(_, pages) {
      files.clear();
      for await (const page of pages) for (const { path } of page) files.add(path);
    },
  });
  const receiver = createReceiver({
    secrets: [webhook.secret],
    source: { ...from, prefix },
    store,
  });
  return { receiver, files, applied, id: webhook.id };
}

test("two webhooks of one filesystem share a database, each with its own cursor", async () => {
  const hook = await createHook(all, "/a");
  const url = "https://receiver.test/second";
  const made = await call(all.service, hook.creator.key, "POST", `${hook.fs.base}/webhooks`, {
    url,
    path_prefix: "/b",
  });
  const a = follow(hook, hook, "/a");
  const b = follow(hook, made.body, "/b");
  all.respond = async ({ path, headers, body }) => {
    const request = new Request("https://receiver.test", { method: "POST", headers, body });
    const { receiver } = path === hook.path ? a : b;
    return { status: (await handleRequest(receiver, request)).status };
  };
  const deliver = async () => {
    await fanOutPending(all.service.services);
    for (const { id } of [a, b]) await skipWaits(all, id);
    await Promise.all([a, b].map(({ id }) => drain(all.service.services, id)));
  };
  for (const path of ["/a/1", "/b/1"]) await hook.put(path);
  await deliver();
  await eventually("both listings", () => a.files.has("/a/1") && b.files.has("/b/1"));
  // The later change first: with one cursor for both the earlier one would count as known.
  for (const path of ["/a/2", "/b/2", "/a/3"]) await hook.put(path);
  await deliver();
  expect([a.applied, b.applied]).toEqual([["/a/2", "/a/3"], ["/b/2"]]);
  const { rows } = await pool.query("SELECT prefix FROM tidemark_state ORDER BY prefix");
  expect(rows.map(({ prefix }) => prefix)).toEqual(["/a", "/b"]);
  for (const { receiver } of [a, b]) await receiver.stop();
});
