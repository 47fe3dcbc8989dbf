import { afterAll, beforeAll, expect, test } from "vitest";

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
  expect(response.status, `${method} ${route}`).toBeLessThan(300);
  return response.body;
}

async function createOrganisation() {
  const { id } = await as("POST", "/api/v1/orgs", { name: "Example" });
  const base = `/api/v1/orgs/${id}`;
  const log = (): Promise<{ action: string; details: object }[]> => as("GET", `${base}/audit-log`);
  return { base, log };
}

test("what is set to what it was is not in the log", async () => {
  const { base, log } = await createOrganisation();
  const fs = `${base}/filesystems/${(await as("POST", `${base}/filesystems`, { name: "a" })).id}`;
  const { name: ownName } = await as("GET", "/api/v1/me");
  const sets: [string, string, object][] = [
    ["PATCH", fs, { name: "b", keep_mount_deletions: true }],
    ["PATCH", base, { name: "Other" }],
    ["PATCH", "/api/v1/me", { name: `${ownName} B.` }],
    ["PUT", `${base}/members/${owner.id}/alerts`, { alerts: ["usage"] }],
  ];
  for (const set of sets) await as(...set);
  const once = await log();
  expect(once.map(({ action }) => action).slice(0, 5)).toEqual([
    "member.alerts_changed",
    "user.renamed",
    "organisation.renamed",
    "filesystem.trash_set",
    "filesystem.renamed",
  ]);
  for (const set of sets) await as(...set);
  expect(await log()).toEqual(once);
  // Of what is sent together, the rest alone.
  await as("PATCH", fs, { name: "b", keep_mount_deletions: false });
  const [newest, ...others] = await log();
  expect(newest).toMatchObject({ action: "filesystem.trash_set" });
  expect(others).toEqual(once);
});

test("a rotated key says when it expires only if that changed", async () => {
  const { base, log } = await createOrganisation();
  const key = await as("POST", `${base}/api-keys`, { name: "backend" });
  const rotate = async (body: object) => {
    await as("POST", `${base}/api-keys/${key.id}:rotate`, body);
    return (await log())[0]?.details;
  };
  const expires_at = new Date(Date.now() + 86_400_000).toISOString();
  const rotated = { name: "backend", overlap_hours: 1 };
  expect(await rotate({ overlap_hours: 1 })).toEqual(rotated);
  expect(await rotate({ overlap_hours: 1, expires_at })).toEqual({
    ...rotated,
    expires_at,
    before: { expires_at: null },
  });
  expect(await rotate({ overlap_hours: 1, expires_at })).toEqual(rotated);
});
