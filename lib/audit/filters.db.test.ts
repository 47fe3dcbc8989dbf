import { afterAll, beforeAll, expect, test } from "vitest";

import { asOwner } from "@/testing/database";
import { blocksOf, explain, recordStatements } from "@/testing/plans";
import { startTestService, type TestService } from "@/testing/service";
import { callAs, createTestUser, type TestUser } from "@/testing/user";

let service: TestService;
let owner: TestUser;
beforeAll(async () => {
  service = await startTestService();
  owner = await createTestUser(service);
});
afterAll(() => service.close());

async function as(method: string, route: string, body?: object) {
  const response = await callAs(service, owner, method, route, body);
  expect(response.status, `${route} ${JSON.stringify(response.body)}`).toBeLessThan(300);
  return response.body;
}

async function createOrganisation() {
  const { id } = await as("POST", "/api/v1/orgs", { name: "Example" });
  const base = `/api/v1/orgs/${id}`;
  const create = (name: string) => as("POST", `${base}/filesystems`, { name });
  return { orgId: id as string, base, create };
}

type Entry = { id: string; action: string };

test("a filesystem as target finds everything on it, in the list and in the download", async () => {
  const { base, create } = await createOrganisation();
  const [fs, other] = [await create("media"), await create("other")];
  const key = await as("POST", `${base}/api-keys`, { name: "backend" });
  for (const { id } of [fs, other]) {
    const root = `${base}/filesystems/${id}`;
    await as("PUT", `${root}/grants`, { api_key_id: key.id, mode: "rw" });
    await as("POST", "/api/v1/mount-sessions", { filesystem_id: id, mode: "ro" });
    await as("POST", `${root}/test-inbox`);
    await as("DELETE", `${root}/grants/${key.id}`);
    await as("DELETE", root);
  }
  const expected = [
    "filesystem.deleted",
    "grant.removed",
    "webhook.created",
    "mount_session.created",
    "grant.set",
    "filesystem.created",
  ];
  const filter = `target=${fs.id}`;
  const listed: Entry[] = await as("GET", `${base}/audit-log?${filter}`);
  expect(listed.map(({ action }) => action)).toEqual(expected);
  const { headers } = await callAs(service, owner, "GET", `${base}/audit-log?limit=4&${filter}`);
  const next = /<(.*)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
  const rest: Entry[] = await as("GET", new URL(next!).pathname + new URL(next!).search);
  expect(rest.map(({ action }) => action)).toEqual(expected.slice(4));
  const download = await fetch(`${service.url}${base}/audit-log:export?${filter}`, {
    headers: { cookie: owner.cookie, "sec-fetch-site": "same-origin" },
  });
  const lines = (await download.text()).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).id)).toEqual(listed.map(({ id }) => id));
  // A key as target is what was done to the key, on every filesystem.
  const ofKey: Entry[] = await as("GET", `${base}/audit-log?target=${key.id}&action=grant.set`);
  expect(ofKey).toHaveLength(2);
});

test("what a filesystem finds costs no more with a longer log, its organisation's or others'", async () => {
  const { orgId, base, create } = await createOrganisation();
  const fs = await create("media");
  const { pool } = service.services;
  await pool.query(
    `INSERT INTO audit_entry (id, org_id, at, actor_type, actor_name, action, target_type, target_id, details)
    SELECT 'aud_' || lpad(n::text, 26, '0'), CASE n % 3 WHEN 0 THEN 'org_1' ELSE $1 END, to_timestamp(n), 'system', 'shell',
      'webhook.paused', 'webhook', 'wh_1', jsonb_build_object('filesystem_id', CASE n % 500 WHEN 1 THEN $2 ELSE 'fs_1' END)
    FROM generate_series(1, 30000) n`,
    [orgId, fs.id],
  );
  await asOwner(service, "ANALYZE audit_entry");
  const route = `${base}/audit-log?limit=20&target=${fs.id}`;
  const sent = await recordStatements(async () => expect(await as("GET", route)).toHaveLength(20));
  const [plan] = await explain(
    service,
    sent.filter(({ text }) => /FROM audit_entry/.test(text)),
  );
  expect(JSON.stringify(plan)).toContain("audit_entry_filesystem");
  // 21 rows with the names that they show, and the way to them; the table has some 800 pages.
  expect(blocksOf(plan!), JSON.stringify(plan)).toBeLessThan(120);
});

test("support staff are one actor, and cost what they find", async () => {
  const { orgId, base } = await createOrganisation();
  const { pool } = service.services;
  await pool.query(
    `INSERT INTO audit_entry (id, org_id, at, actor_type, actor_id, actor_name, action, target_type)
    SELECT 'aud_' || lpad((n + 50000)::text, 26, '0'), CASE n % 3 WHEN 0 THEN 'org_1' ELSE $1 END, to_timestamp(n), 'user',
      'user_' || n % 7, 'x', CASE n % 500 WHEN 1 THEN 'support.stream_viewed' ELSE 'supporter.created' END, 'support'
    FROM generate_series(1, 30000) n`,
    [orgId],
  );
  await asOwner(service, "ANALYZE audit_entry");
  const route = `${base}/audit-log?limit=20&actor=support`;
  const sent = await recordStatements(async () => {
    const found: Entry[] = await as("GET", route);
    expect(found.map(({ action }) => action)).toEqual(Array(20).fill("support.stream_viewed"));
  });
  const [plan] = await explain(
    service,
    sent.filter(({ text }) => /FROM audit_entry/.test(text)),
  );
  expect(blocksOf(plan!), JSON.stringify(plan)).toBeLessThan(120);
  expect(await as("GET", `${route}&target=wh_1`)).toEqual([]);
});
