import { afterAll, beforeAll, expect, test } from "vitest";

import { ownsStore } from "@/lib/entries/store-owner";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem } from "@/testing/tenant";

import { readGiven } from "./command";
import { COMMANDS } from "./commands";
import { runCommand } from "./run-command";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

async function run(name: string, ...args: string[]) {
  const command = COMMANDS[name]!;
  const { db, settings } = service.services;
  const response: Record<string, unknown> = await command.run(
    db,
    readGiven(command, args),
    settings,
  );
  return { ...response, id: String(response["id"]) };
}

test("after a restore cursors jump and every active webhook resyncs", async () => {
  const { pool } = service.services;
  await pool.query(
    `INSERT INTO organisation (id, name) VALUES ('org_restored', 'x');
     INSERT INTO filesystem (id, org_id, name, root_id, head, dispatched_cursor, history_since)
       VALUES ('fs_restored', 'org_restored', 'x', 1, 7, 7, now());
     INSERT INTO webhook (id, filesystem_id, url, host, path_prefix, created_by, position, target_cursor, resync)
     VALUES ('wh_restored', 'fs_restored', 'https://x.test/', 'x.test', '/', 'key:x', 7, 7, false)`,
  );
  expect(await ownsStore(service.services)).toBe(true);
  const nodeId = async () =>
    (await pool.query<{ id: number }>("SELECT nextval('node_id') AS id")).rows[0]!.id;
  const before = await nodeId();
  const left = { ok: true, webhooks: 1, owns_store: false };
  expect(await run("after-restore")).toMatchObject(left);
  expect(await ownsStore(service.services)).toBe(false);
  expect(await nodeId()).toBeGreaterThan(before + 1_000_000_000);
  const { rows } = await pool.query(
    "SELECT head, floor, history_since, w.resync FROM filesystem f JOIN webhook w ON w.filesystem_id = f.id WHERE f.id = 'fs_restored'",
  );
  expect(rows).toEqual([
    { head: 2 ** 32 + 7, floor: 2 ** 32 + 7, history_since: null, resync: true },
  ]);
  expect(await run("after-restore", "--take-store")).toMatchObject({ owns_store: true });
  expect(await ownsStore(service.services)).toBe(true);
  await pool.query("DELETE FROM organisation WHERE id = 'org_restored'");
});

test.each([
  [["--email", "ada@"], "--email must be an address like"],
  [["--email", "a b@example.com"], "--email must be an address like"],
  [["--email", `${"a".repeat(65)}@example.com`], "--email must be an address like"],
  [["--email", "b@example.com", "--password", "too short"], "--password must be at least 12"],
  [["--email", "b@example.com", "--password", ""], "--password is required"],
  [["--email", "b@example.com", "--password", "long ".repeat(205)], "--password Too big"],
])("create-user refuses what the API refuses: %s", async (args, message) => {
  await expect(run("create-user", ...args)).rejects.toThrow(message);
});

test("a password that is easy to guess is refused at the shell, too", async () => {
  const weak = ["--email", "q.x.z.j.v.k.w@example.com", "--password"] as const;
  for (const password of ["password1234", "q.x.z.j.v.k.w12"])
    await expect(run("create-user", ...weak, password)).rejects.toThrow(
      "--password must be harder to guess; use a sentence, or a password manager",
    );
});

test("what the operator does at the shell is in the audit log, and no secret of it", async () => {
  const { db } = service.services;
  const credentials = ["--email", "Ada@example.com", "--password", "a long passphrase"];
  const user = await run("create-user", ...credentials);
  const change_password_url = `${service.services.settings.appUrl.origin}/account#security`;
  expect(user).toEqual({ id: user.id, email: "ada@example.com", change_password_url });
  const org = await run("create-org", "--name", "Example", "--owner", "ADA@example.com");
  expect(org).toEqual({ id: org.id, name: "Example", owner_id: user.id });
  const key = await run(
    "create-api-key",
    "--org",
    org.id,
    "--name",
    "ci",
    "--permissions",
    "filesystems:create",
  );
  const token = String((key as Record<string, unknown>)["key"]);
  const { id: fsId } = await createFilesystem(service, { orgId: org.id, key: token });
  await run("set-quota", fsId, "--bytes", "5");
  const quotas = await run("set-quota", "--org", org.id, "--entries", "7", "--bytes", "unlimited");
  expect(quotas).toEqual({ id: org.id, byte_quota: null, entry_quota: 7 });
  // What stays as it was is not in the log.
  await run("set-quota", fsId, "--bytes", "5");
  await run("set-quota", "--org", org.id, "--entries", "7");
  await run("revoke-api-key", key.id);
  const staff = await run(
    "create-user",
    "--support",
    "--email",
    "s@example.com",
    "--password",
    "a long passphrase",
  );
  const log = await db.audit_entry.findMany({
    where: { actor_type: "system" },
    orderBy: { id: "asc" },
  });
  expect(log.map(({ action, target_id, org_id }) => [action, target_id, org_id])).toEqual([
    ["user.created", user.id, null],
    ["organisation.created", org.id, org.id],
    ["api_key.created", key.id, org.id],
    ["filesystem.quota_set", fsId, org.id],
    ["organisation.quota_set", org.id, org.id],
    ["api_key.revoked", key.id, org.id],
    ["user.created", staff.id, null],
    ["user.made_support", staff.id, null],
  ]);
  const setOf = (name: string) => log.find(({ action }) => action === name)?.details;
  expect(setOf("filesystem.quota_set")).toEqual({ byte_quota: 5, before: { byte_quota: null } });
  expect(setOf("organisation.quota_set")).toEqual({
    entry_quota: 7,
    before: { entry_quota: null },
  });
  expect(new Set(log.map(({ actor_name }) => actor_name))).toEqual(new Set(["shell"]));
  const text = JSON.stringify(await db.audit_entry.findMany());
  expect(text).not.toContain(token);
  expect(text).not.toContain("a long passphrase");
});

test("a key has the scopes it was made with, by default all", async () => {
  const owner = ["--email", "g@example.com", "--password", "a long passphrase"];
  await run("create-user", ...owner);
  const { id } = await run("create-org", "--name", "Example", "--owner", "g@example.com");
  const make = (...more: string[]) => run("create-api-key", "--org", id, "--name", "ci", ...more);
  expect(await make()).toMatchObject({ scopes: ["files:read", "files:write", "webhooks"] });
  const narrow = await make("--scopes", "webhooks,files:read,webhooks");
  const token = (narrow as Record<string, unknown>)["key"];
  const { body } = await call(service, String(token), "GET", "/api/v1/me");
  expect(body.scopes).toEqual(["files:read", "webhooks"]);
  for (const scopes of ["", "members", "files:read,", "all"])
    await expect(make("--scopes", scopes)).rejects.toThrow(
      "--scopes can contain files:read, files:write, webhooks",
    );
});

test("mistakes are notified in one line", async () => {
  await expect(run("create-org", "--name", "x", "--owner", "nobody@example.com")).rejects.toThrow(
    "no user has this address",
  );
  await expect(run("set-quota", "fs_x", "--org", "org_x", "--bytes", "1")).rejects.toThrow(
    "pass either a filesystem ID or --org",
  );
  const { db } = service.services;
  await db.organisation.create({ data: { id: "org_gone", name: "x", deleted_at: new Date() } });
  await expect(run("set-quota", "--org", "org_gone", "--bytes", "1")).rejects.toThrow(
    "organisation not found",
  );
  await service.services.pool.query(
    `INSERT INTO filesystem (id, org_id, name, root_id, head, dispatched_cursor, history_since)
       VALUES ('fs_gone', 'org_gone', 'x', 1, 7, 7, now())`,
  );
  await expect(run("set-quota", "fs_gone", "--bytes", "1")).rejects.toThrow("filesystem not found");
  await expect(run("set-quota", "--org", "org_x", "--bytes", "1")).rejects.toThrow(
    "organisation not found",
  );
  await expect(run("revoke-api-key", "key_x")).rejects.toThrow("API key not found");
  // In an incident both must be known to be revoked, or none.
  await expect(run("revoke-api-key", "key_x", "key_y")).rejects.toThrow("give one ID at a time");
  await expect(runCommand(["constructor"], { NODE_ENV: "test" })).rejects.toThrow("commands:");
});
