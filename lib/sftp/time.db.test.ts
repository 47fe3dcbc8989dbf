import { once } from "node:events";

import { describe, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { connect, createTicket, done, openSftp } from "@/testing/sftp";
import { useSftp } from "@/testing/sftp-of-a-test";
import { call } from "@/testing/tenant";

const MINUTE = 60_000;

/** How far the gateway's clock is ahead, in milliseconds. */
let ahead = 0;

const { service, tenant, client, sftp, reconnect, open, write, close, get } = useSftp(
  () => Date.now() + ahead,
);

/** Cuts the connection, and waits until the gateway has noticed. */
async function leave() {
  const { accessWatch } = service().services;
  const before = accessWatch.count();
  const closed = once(client(), "close");
  client().destroy();
  await closed;
  await eventually("the gateway to notice", () => accessWatch.count() < before);
  await tended();
}

/** Whether the gateway shows a file to its own session; the client is heard by that. */
const shows = (path: string) =>
  done((callback) => sftp().stat(path, callback)).then(
    () => true,
    () => false,
  );
const becomes = (path: string, contents: string | number) =>
  eventually(`${contents} at ${path}`, async () => (await get(path)) === contents);
const ended = () =>
  eventually("the end of the session", async () => {
    const where = { target_id: tenant().session, action: "mount_session.disconnected" };
    return (await service().services.db.audit_entry.count({ where })) > 0;
  });
/** When the credential of the session expires from now, in milliseconds. */
const expiresIn = async () => {
  const { credential_expires_at: at } = await service().services.db.mount_session.findUniqueOrThrow(
    {
      where: { id: tenant().session },
    },
  );
  return (at?.getTime() ?? 0) - Date.now();
};
const expireIn = (ms: number) =>
  service().services.db.mount_session.update({
    where: { id: tenant().session },
    data: { credential_expires_at: new Date(Date.now() + ms) },
  });

/** Waits for a round of the gateway over all sessions: what was due is under way. Takes half a minute of its clock. */
async function tended() {
  const another = await createTicket(service());
  const other = await connect(service(), another.session, { password: another.ticket });
  const channel = await openSftp(other);
  const handle = await done<Buffer>((callback) => channel.open("/marker", "w", callback));
  const text = Buffer.from("x");
  await done((callback) => channel.write(handle, text, 0, 1, 0, callback));
  ahead += 31_000;
  const route = `${another.base}/files?path=/marker`;
  await eventually("a round of the gateway", async () => {
    await done((callback) => channel.stat("/marker", callback));
    return (await call(service(), another.key, "GET", route)).status === 200;
  });
  other.end();
}

describe("a file that is left open", () => {
  test("is published 30 seconds after its last write, and continues afterwards", async () => {
    const handle = await open("/log", "w");
    await write(handle, "one ", 0);
    ahead += 29_000;
    expect(await shows("/log")).toBe(true);
    expect(await get("/log")).toBe(404);
    ahead += 2_000;
    expect(await shows("/log")).toBe(true);
    await becomes("/log", "one ");
    await write(handle, "two", 4);
    expect(await get("/log")).toBe("one ");
    await close(handle);
    expect(await get("/log")).toBe("one two");
  });

  test("is not published while its client is not heard, who may be gone in the middle of it", async () => {
    const handle = await open("/part", "w");
    await write(handle, "half", 0);
    ahead += 31_000;
    await tended();
    expect(await get("/part")).toBe(404);
    expect(await shows("/part")).toBe(true);
    await becomes("/part", "half");
    await close(handle);
  });

  test("is one version for many writes, however long they take", async () => {
    const handle = await open("/slow", "w");
    for (let at = 0; at < 5; at++) {
      await write(handle, String(at), at);
      ahead += 20_000;
    }
    expect(await get("/slow")).toBe(404);
    await close(handle);
    const { body } = await call(
      service(),
      tenant().key,
      "GET",
      `${tenant().base}/changes?cursor=0`,
    );
    expect(body.events.map(({ path }: { path: string }) => path)).toEqual(["/slow"]);
    expect(await get("/slow")).toBe("01234");
  });
});

describe("what a client left unfinished", () => {
  test("can be continued for 10 minutes", async () => {
    await write(await open("/part", "w"), "half", 0);
    await leave();
    ahead += 8 * MINUTE;
    await tended();
    await reconnect();
    expect(await shows("/part")).toBe(true);
    const handle = await open("/part", "r+");
    await write(handle, " and half", 4);
    await close(handle);
    expect(await get("/part")).toBe("half and half");
  });

  test("is not published by a new name of it, of its directory or beside it, and can be continued", async () => {
    await done((callback) => sftp().mkdir("/in", callback));
    for (const path of ["/in/old", "/top"])
      await call(service(), tenant().key, "PUT", `${tenant().base}/files?path=${path}`, "complete");
    for (const path of ["/in/old", "/in/new", "/top", "/new"])
      await write(await open(path, "w"), "half", 0);
    await leave();
    await reconnect();
    await done((callback) => sftp().rename("/in", "/out", callback));
    await done((callback) => sftp().rename("/top", "/moved", callback));
    await done((callback) => sftp().ext_openssh_hardlink("/moved", "/linked", callback));
    const none = done((callback) => sftp().rename("/new", "/newer", callback));
    await expect(none).rejects.toThrow("Nothing exists");
    for (const path of ["/out/old", "/moved", "/linked"]) expect(await get(path)).toBe("complete");
    for (const path of ["/out/new", "/new", "/newer"]) expect(await get(path)).toBe(404);
    for (const path of ["/out/new", "/moved"]) {
      const handle = await open(path, "r+");
      await write(handle, " and half", 4);
      await close(handle);
      expect(await get(path)).toBe("half and half");
    }
  });

  test("is dropped after them, and never published", async () => {
    await write(await open("/part", "w"), "half", 0);
    await leave();
    ahead += 10 * MINUTE;
    await ended();
    await reconnect();
    expect(await shows("/part")).toBe(false);
    expect(await get("/part")).toBe(404);
  });
});

describe("a session", () => {
  test("is renewed every 10 minutes while a client is connected", async () => {
    await tended();
    for (let round = 0; round < 2; round++) {
      await expireIn(5 * MINUTE);
      ahead += 8 * MINUTE;
      await tended();
      expect(await expiresIn()).toBeLessThan(6 * MINUTE);
      ahead += 2 * MINUTE;
      await eventually("the renewal", async () => (await expiresIn()) > 55 * MINUTE);
    }
  });

  test("is not renewed without one: it is over a minute after the last connection", async () => {
    await tended();
    await leave();
    await expireIn(5 * MINUTE);
    ahead += 2 * MINUTE;
    await ended();
    ahead += 20 * MINUTE;
    await tended();
    expect(await expiresIn()).toBeLessThan(6 * MINUTE);
  });

  test("with unfinished bytes is not over before they are dropped", async () => {
    await write(await open("/part", "w"), "half", 0);
    await leave();
    ahead += 5 * MINUTE;
    await tended();
    const where = { target_id: tenant().session, action: "mount_session.disconnected" };
    expect(await service().services.db.audit_entry.count({ where })).toBe(0);
    ahead += 6 * MINUTE;
    await ended();
  });
});
