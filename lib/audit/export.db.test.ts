import { connect } from "node:net";
import { buffer } from "node:stream/consumers";

import { afterAll, beforeAll, expect, test } from "vitest";

import { endLost } from "@/lib/auth/access";
import { eventually } from "@/testing/eventually";
import { logIn } from "@/testing/login";
import { startTestService, type TestService } from "@/testing/service";
import { callAs, createTestUser, join } from "@/testing/user";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

/** More than connections buffer. */
const ENTRIES = 4_000;

const LOSSES = [
  ["is no admin any more", "UPDATE member SET role = 'member' WHERE org_id = $1 AND user_id = $2"],
  ["was removed", "DELETE FROM member WHERE org_id = $1 AND user_id = $2"],
  ["is signed out", "UPDATE session SET ended_at = now() WHERE $1 <> '' AND user_id = $2"],
  [
    "lacks the second factor that is required now",
    "UPDATE organisation SET second_factor_required = true WHERE id = $1 AND $2 <> ''",
  ],
  [
    "belongs to an organisation that was disabled",
    "UPDATE organisation SET disabled_at = now() WHERE id = $1 AND $2 <> ''",
  ],
] as const;

async function createOrganisation() {
  const owner = await createTestUser(service);
  const { body } = await callAs(service, owner, "POST", "/api/v1/orgs", { name: "Example" });
  return { owner, orgId: body.id as string };
}

/** An audit log of more than a connection takes at once. */
const fill = (orgId: string) =>
  service.services.pool.query(
    `INSERT INTO audit_entry (id, org_id, actor_type, actor_name, action, target_type, details)
    SELECT $1 || n, $1, 'system', 'shell', 'a', 'user', jsonb_build_object('text', repeat('x', 8000))
    FROM generate_series(1, $2::int) n`,
    [orgId, ENTRIES],
  );

test.each(LOSSES)("a slow download is cut when its reader %s", async (_, lose) => {
  const { pool, accessWatch } = service.services;
  const { orgId } = await createOrganisation();
  const admin = await createTestUser(service);
  await join(service, orgId, admin.id, "admin");
  await fill(orgId);
  const { port, hostname } = new URL(service.url);
  const socket = connect(Number(port), hostname).pause();
  socket.on("error", () => undefined);
  const route = `/api/v1/orgs/${orgId}/audit-log:export`;
  const headers = `host: x\r\ncookie: ${admin.cookie}\r\nsec-fetch-site: same-origin`;
  socket.write(`GET ${route} HTTP/1.1\r\n${headers}\r\n\r\n`);
  await eventually("the start of the download", () => accessWatch.count() === 1);
  await pool.query(lose, [orgId, admin.id]);
  await eventually("the end of the download", () => accessWatch.count() === 0);
  expect((await buffer(socket)).length).toBeLessThan(ENTRIES * 8_000);
});

test("a user has two downloads at once", async () => {
  const { owner, orgId } = await createOrganisation();
  await fill(orgId);
  const download = () =>
    fetch(`${service.url}/api/v1/orgs/${orgId}/audit-log:export`, {
      headers: { cookie: owner.cookie, "sec-fetch-site": "same-origin" },
    });
  const open = await Promise.all([download(), download()]);
  const third = await download();
  expect([third.status, (await third.json()).detail.code]).toEqual([429, "too_many_open"]);
  for (const { body } of open) await body?.cancel();
});

test("sessions and logins of owners and admins keep their access, those of members have none", async () => {
  const { owner, orgId } = await createOrganisation();
  const [admin, member] = [await createTestUser(service), await createTestUser(service)];
  await join(service, orgId, admin.id, "admin");
  await join(service, orgId, member.id, "member");
  const { db } = service.services;
  for (const user of [owner, admin, member]) await logIn(service, user, "members");
  const ended: string[] = [];
  for (const { id } of [owner, admin, member]) {
    const sessions = await db.session.findMany({ where: { user_id: id } });
    const logins = await db.login.findMany({ where: { user_id: id } });
    expect([sessions.length, logins.length]).toEqual([1, 1]);
    const all = [...sessions, ...logins].map(({ id: credential }) => ({
      access: { credential, filesystem: null, adminOf: orgId },
      end: () => ended.push(id),
    }));
    await endLost(db, all);
  }
  expect(ended).toEqual([member.id, member.id]);
});
