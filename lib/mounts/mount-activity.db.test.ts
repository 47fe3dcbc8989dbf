import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { createMount, exchange, SESSIONS } from "@/testing/mounts";
import type { TestService } from "@/testing/service";
import {
  connect,
  createTicket,
  done,
  openSftp,
  type SftpService,
  startSftpService,
} from "@/testing/sftp";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

import { createMountActivity } from "./mount-activity";

let service: SftpService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let fs: Awaited<ReturnType<typeof createFilesystem>>;
beforeAll(async () => {
  service = await startSftpService();
  tenant = await createTenant(service);
});
beforeEach(async () => {
  fs = await createFilesystem(service, tenant);
});
afterAll(() => service.close());

/** What the list says of the sessions of a filesystem, once all that was noticed is written. */
async function listed(at: { services: TestService["services"]; base: string; key: string }) {
  await at.services.mountActivity.flush();
  const { body } = await call(service, at.key, "GET", `${at.base}/mount-sessions`);
  return body;
}
const used = () => listed({ services: service.services, base: fs.base, key: tenant.key });
const requested = async (mode = "rw") =>
  (await call(service, tenant.key, "POST", SESSIONS, { filesystem_id: fs.id, mode })).body;
const file = (path: string) => `${fs.base}/files?path=${path}`;

/** A pool that counts its statements, and fails as long as `isAway` is set. */
function countingPool() {
  const { pool } = service.services;
  const state = { statements: 0, isAway: false };
  const query = (text: string, values: unknown[]) => {
    state.statements += 1;
    if (state.isAway) return Promise.reject(new Error("the database is away"));
    return pool.query<{ id: string }>(text, values);
  };
  return { state, pool: { query } };
}

describe("the exchange", () => {
  test("says which program and machine it is, and from where", async () => {
    const { id, ticket } = await requested();
    const [before] = await used();
    expect(before).toMatchObject({ client: null, machine: null, address: null, bytes_read: 0 });
    expect(before.last_active_at).toBeNull();
    const names = { client: "tidemark mount", machine: "build-7" };
    expect((await exchange(service, ticket, names)).status).toBe(200);
    const [after] = await used();
    expect(after).toMatchObject({ id, ...names, address: "127.0.0.1", bytes_written: 0 });
    expect(Date.now() - Date.parse(after.last_active_at)).toBeLessThan(60_000);
  });

  test("needs neither name", async () => {
    const { ticket } = await requested();
    expect((await exchange(service, ticket)).status).toBe(200);
    const [{ client, machine, address }] = await used();
    expect([client, machine, address]).toEqual([null, null, "127.0.0.1"]);
  });

  test.each([
    ["empty", ""],
    ["too long", "x".repeat(201)],
    ["a line break", "build\n7"],
    ["a control of the writing direction", "build\u202e7"],
    ["an unpaired surrogate", "build\ud800"],
  ])("refuses a name that is %s, and the ticket can still be used", async (_, name) => {
    const { ticket } = await requested();
    for (const field of ["client", "machine"])
      expect((await exchange(service, ticket, { [field]: name })).status).toBe(422);
    expect((await exchange(service, ticket)).status).toBe(200);
  });
});

describe("requests of the files API", () => {
  test("count what the session reads and writes, and nothing for other callers", async () => {
    const { id, password } = await createMount(service, tenant.key, fs.id, "rw");
    const small = "x".repeat(1_000);
    const large = "y".repeat(100_000);
    await call(service, password, "PUT", file("/small"), small);
    await call(service, password, "PUT", file("/large"), large);
    const content = Buffer.from("four").toString("base64");
    await call(service, password, "POST", `${fs.base}/files:batch`, {
      changes: [{ op: "put", path: "/batch", content }],
    });
    // What is written to the database before and after it adds up.
    await call(service, password, "GET", file("/small"));
    await used();
    await call(service, password, "PUT", file("/small"), small);
    await call(service, password, "GET", file("/large"));
    await call(service, tenant.key, "GET", file("/large"));
    await call(service, tenant.key, "PUT", file("/other"), small);
    expect(await used()).toEqual([
      expect.objectContaining({ id, bytes_read: 101_000, bytes_written: 102_004 }),
    ]);
  });

  test("move the last activity forwards", async () => {
    const { password } = await createMount(service, tenant.key, fs.id, "ro");
    await service.services.pool.query(
      "UPDATE mount_session SET last_active_at = now() - interval '1 day' WHERE filesystem_id = $1",
      [fs.id],
    );
    await call(service, password, "GET", `${fs.base}/entries?path=/`);
    const [{ last_active_at }] = await used();
    expect(Date.now() - Date.parse(last_active_at)).toBeLessThan(60_000);
  });
});

describe("an SFTP client", () => {
  test("is shown with its version, and what it reads and writes", async () => {
    const made = await createTicket(service);
    const client = await connect(service, made.session, { password: made.ticket });
    const sftp = await openSftp(client);
    const contents = Buffer.alloc(200_000, "z");
    await done((callback) => sftp.writeFile("/sent", contents, callback));
    const read = await done<Buffer>((callback) => sftp.readFile("/sent", callback));
    expect(read.equals(contents)).toBe(true);
    const [shown] = await listed({ ...made, services: service.services });
    expect(shown).toMatchObject({
      id: made.session,
      client: expect.stringMatching(/^ssh2js/),
      machine: null,
      address: "127.0.0.1",
      bytes_read: 200_000,
      bytes_written: 200_000,
    });
    client.end();
  });
});

describe("what is noticed", () => {
  const times = { everyMs: 3_600_000, soonMs: 3_600_000 };

  test("is one statement for any number of requests and sessions", async () => {
    const { state, pool } = countingPool();
    const activity = createMountActivity(pool, times);
    const ids = [(await requested()).id, (await requested()).id];
    for (let n = 0; n < 500; n++)
      for (const id of ids) {
        activity.seen(id, { address: "192.0.2.7", client: "test" });
        activity.read(id, 10);
        activity.wrote(id, 1);
      }
    expect(state.statements).toBe(0);
    await activity.close();
    expect(state.statements).toBe(1);
    const shown = { address: "192.0.2.7", client: "test", bytes_read: 5_000, bytes_written: 500 };
    expect(await used()).toEqual([expect.objectContaining(shown), expect.objectContaining(shown)]);
  });

  test("is kept while the database is away, and added once", async () => {
    const { state, pool } = countingPool();
    const activity = createMountActivity(pool, times);
    const { id } = await requested();
    state.isAway = true;
    activity.seen(id, { address: "192.0.2.1", client: "test" });
    activity.wrote(id, 7);
    await activity.flush();
    state.isAway = false;
    activity.seen(id, { address: "192.0.2.2" });
    activity.wrote(id, 5);
    await activity.flush();
    await activity.close();
    expect(await used()).toEqual([
      expect.objectContaining({ address: "192.0.2.2", client: "test", bytes_written: 12 }),
    ]);
  });

  test("does not wait for a session that someone ends just now, and is written later", async () => {
    const { pool: counting } = countingPool();
    const activity = createMountActivity(counting, times);
    const { id } = await requested();
    const locked = await service.services.pool.connect();
    await locked.query("BEGIN");
    await locked.query("SELECT id FROM mount_session WHERE id = $1 FOR UPDATE", [id]);
    activity.wrote(id, 9);
    await activity.flush();
    expect((await used())[0].bytes_written).toBe(0);
    await locked.query("ROLLBACK");
    locked.release();
    await activity.close();
    expect((await used())[0].bytes_written).toBe(9);
  });

  test("of a session that was deleted is dropped", async () => {
    const { state, pool } = countingPool();
    const activity = createMountActivity(pool, times);
    activity.wrote("ms_01kb3x6v7cf2dsk8xkqz4n5w9a", 9);
    await activity.flush();
    await activity.close();
    expect(state.statements).toBe(1);
  });
});
