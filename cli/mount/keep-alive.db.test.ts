import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { createClient } from "@/cli/client";
import { eventually } from "@/testing/eventually";
import { SESSIONS } from "@/testing/mounts";
import { startTestService, type TestService } from "@/testing/service";
import { startTcpProxy, type TcpProxy } from "@/testing/tcp-proxy";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

import { type Access, createAccess } from "./access";
import { exchangeTicket, sessionsOf } from "./credential";
import { keepAlive } from "./keep-alive";
import { createRemote } from "./remote";

const OFTEN = { everyMs: 10, retryMs: 10 };
const ONCE = { everyMs: 3_600_000, retryMs: 10 };
const DAY_MS = 24 * 3_600_000;

let service: TestService;
let proxy: TcpProxy;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let filesystem: Awaited<ReturnType<typeof createFilesystem>>;
beforeAll(async () => {
  service = await startTestService();
  proxy = await startTcpProxy(service);
  tenant = await createTenant(service);
});
beforeEach(async () => {
  filesystem = await createFilesystem(service, tenant);
});
afterAll(async () => {
  await proxy.close();
  await service.close();
});

/** A mount's access by the key of the tenant or by a ticket. What keeps it alive goes through the proxy. */
async function open(credential: "key" | "ticket", livesMs = 7 * DAY_MS) {
  const settings = { apiUrl: proxy.url, apiKey: tenant.key, directory: "/nowhere" };
  const sessions = sessionsOf(
    createClient(settings, () => undefined),
    filesystem.id,
    "rw",
  );
  const session = await exchangeTicket(service.url, await sessions.createTicket());
  const first = { ...session, expiresAt: new Date(Date.now() + livesMs) };
  const access = createAccess(
    proxy.url,
    first,
    credential === "key" ? sessions : null,
    () => undefined,
  );
  return { access, remote: createRemote(service.url, access) };
}

function keep(access: Access, rounds: typeof OFTEN) {
  const said: string[] = [];
  const stop = new AbortController();
  const done = keepAlive(access, (text) => said.push(text), stop.signal, rounds);
  const end = () => {
    stop.abort();
    return done;
  };
  return { said, end };
}

// A session that is being replaced has, for a moment, a successor whose ticket is not exchanged yet.
const setMinutes = (minutes: number) =>
  service.services.pool.query(
    `UPDATE mount_session SET credential_expires_at = now() + $2 * interval '1 minute'
     WHERE filesystem_id = $1 AND exchanged_at IS NOT NULL`,
    [filesystem.id, minutes],
  );
const isRenewed = async () => {
  const [newest] = await service.services.db.mount_session.findMany({
    where: { filesystem_id: filesystem.id },
    orderBy: { id: "desc" },
  });
  return Number(newest?.credential_expires_at) - Date.now() > 50 * 60_000;
};
const countSessions = () =>
  service.services.db.mount_session.count({ where: { filesystem_id: filesystem.id } });

const stat = (remote: ReturnType<typeof createRemote>) =>
  remote.stat("/").then(
    (found) => found?.path,
    (error: unknown) => String(error),
  );

describe("a credential", () => {
  test.each(["key", "ticket"] as const)(
    "is renewed at the start and in each round, by a %s",
    async (credential) => {
      const { access } = await open(credential);
      await setMinutes(1);
      const { said, end } = keep(access, OFTEN);
      await eventually("the first renewal", isRenewed);
      await setMinutes(1);
      await eventually("another renewal", isRenewed);
      await end();
      expect([said, await countSessions()]).toEqual([[], 1]);
    },
  );

  test("is renewed soon after a renewal failed, which is said once", async () => {
    const { access } = await open("ticket");
    await setMinutes(1);
    proxy.cut();
    const { said, end } = keep(access, ONCE);
    await eventually("a failure", () => said.length > 0);
    proxy.restore();
    await eventually("the renewal", isRenewed);
    await end();
    expect(said).toEqual([expect.stringMatching(/^could not renew the mount session: .*reach/)]);
  });

  test("is replaced when its time was over before it was renewed", async () => {
    const { access } = await open("key");
    await setMinutes(0);
    const { said, end } = keep(access, ONCE);
    await eventually("the next session", isRenewed);
    await end();
    expect([said, await countSessions()]).toEqual([[], 2]);
  });
});

describe("a session that ends within a day", () => {
  test("is replaced once, also if the next one ends no later", async () => {
    await service.services.pool.query("UPDATE api_key SET expires_at = $2 WHERE id = $1", [
      tenant.keyId,
      new Date(Date.now() + DAY_MS / 2),
    ]);
    const { access } = await open("key", DAY_MS / 2);
    const { said, end } = keep(access, OFTEN);
    for (const what of ["first", "second", "third"]) {
      await setMinutes(1);
      await eventually(`the ${what} renewal`, isRenewed);
    }
    await end();
    expect([said, await countSessions()]).toEqual([[], 2]);
  });

  test("is announced once if it is that of a ticket", async () => {
    const { access } = await open("ticket", DAY_MS / 2);
    const { said, end } = keep(access, OFTEN);
    for (const what of ["first", "second"]) {
      await setMinutes(1);
      await eventually(`the ${what} renewal`, isRenewed);
    }
    await end();
    expect(said).toEqual([expect.stringMatching(/^this mount ends at 2.*cannot be renewed$/)]);
  });
});

describe("a request after the credential's time was over", () => {
  test("is made in a new session, which many at once share", async () => {
    const { access, remote } = await open("key");
    await setMinutes(0);
    const all = await Promise.all([remote, remote, remote].map(stat));
    expect(all).toEqual(["/", "/", "/"]);
    expect(await countSessions()).toBe(2);
    await setMinutes(0);
    expect(await stat(remote)).toBe("/");
    expect(access.isOwn(`mount:${access.session().id}`)).toBe(true);
  });

  test("waits for a service that is away when a new session is needed", async () => {
    const { remote } = await open("key");
    await setMinutes(0);
    proxy.cut();
    await expect(remote.change([{ op: "mkdir", path: "/d" }])).rejects.toMatchObject({
      code: "unreachable",
    });
    const response = stat(remote);
    proxy.restore();
    expect(await response).toBe("/");
  });

  test("is refused with a ticket, and after the session was revoked", async () => {
    const { remote } = await open("ticket");
    await setMinutes(0);
    expect(await stat(remote)).toMatch(/unauthenticated/);
    const another = await open("key");
    const { id } = another.access.session();
    await call(service, tenant.key, "DELETE", `${SESSIONS}/${id}`);
    expect(await stat(another.remote)).toMatch(/unauthenticated/);
    const { said, end } = keep(another.access, ONCE);
    await eventually("a failure", () => said.length > 0);
    await end();
    expect(await countSessions()).toBe(2);
  });
});
