import fs from "node:fs/promises";

import { expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { readByApi } from "@/testing/mount-agreement";
import { holdOpen, outcomeOf } from "@/testing/mount-programs";
import { isMounted, mountIn, type TestMount } from "@/testing/mounting";
import { SESSIONS } from "@/testing/mounts";
import { at, describeMounts, useMounts } from "@/testing/mounts-of-a-test";
import { STALL_MS } from "@/testing/stall";
import { call, createKey } from "@/testing/tenant";

const { service, tenant, filesystem, mount, source } = useMounts();

type Key = Awaited<ReturnType<typeof createKey>>;

const revoke = async (one: TestMount, key = tenant().key) =>
  call(service(), key, "DELETE", `${SESSIONS}/${(await one.status()).session_id}`);
const expire = () =>
  service().services.pool.query(
    "UPDATE mount_session SET credential_expires_at = now() WHERE filesystem_id = $1",
    [filesystem().id],
  );
const createTicket = async (mode: "ro" | "rw") => {
  const body = { filesystem_id: filesystem().id, mode };
  const made = await call(service(), tenant().key, "POST", SESSIONS, body);
  return { ticket: String(made.body.ticket) };
};

describeMounts("access", () => {
  test("a read-only mount and a ticket of mode ro are EROFS", async () => {
    await call(service(), tenant().key, "PUT", `${filesystem().base}/files?path=/a`, "a");
    const mounts = await Promise.all([
      mount({ readOnly: true }),
      mountIn(service(), await createTicket("ro"), filesystem().id),
    ]);
    for (const one of mounts) {
      expect(await fs.readFile(at(one, "a"), "utf8")).toBe("a");
      expect(await outcomeOf(fs.writeFile(at(one, "a"), "b"))).toBe("EROFS");
      expect(await outcomeOf(fs.mkdir(at(one, "d")))).toBe("EROFS");
      expect(await outcomeOf(fs.unlink(at(one, "a")))).toBe("EROFS");
    }
    expect(await mounts[0].status()).toMatchObject({ read_only: true });
  });

  test("a ticket works once, and a revoked session ends the mount with one line", async () => {
    const ticket = await createTicket("rw");
    const one = await mountIn(service(), ticket, filesystem().id);
    await expect(mountIn(service(), ticket, filesystem().id)).rejects.toThrow(
      /^failed to mount: tidemark: .*\n$/,
    );
    await fs.writeFile(at(one, "a"), "a");
    const opened = await holdOpen(at(one, "b"), "never stored");
    expect((await revoke(one)).status).toBe(204);
    expect(await opened.close()).toMatch(/Permission denied|not connected|connection abort/);
    await eventually("the end", async () => !(await isMounted(one.directory)), 2 * STALL_MS);
    const { code: exit, err } = await one.ended;
    expect(exit).toBe(1);
    expect(err.trimEnd().split("\n").at(-1)).toMatch(/^tidemark: access has ended \(.*unmounted/);
    expect((await readByApi(source(), "/b")).toString()).toBe("");
  });

  test.each([
    {
      what: "a grant that becomes read-only",
      lose: ({ keyId }: Key) =>
        call(service(), tenant().key, "PUT", `${filesystem().base}/grants`, {
          api_key_id: keyId,
          mode: "ro",
        }),
    },
    {
      what: "a removed grant",
      lose: ({ keyId }: Key) =>
        call(service(), tenant().key, "DELETE", `${filesystem().base}/grants/${keyId}`),
    },
    { what: "a revoked session", lose: ({ key }: Key, one: TestMount) => revoke(one, key) },
    { what: "the session of a ticket that expires", byTicket: true, lose: expire },
  ])("$what ends the mount within seconds, with one line", async ({ byTicket, lose }) => {
    const other = await createKey(service().services.db, tenant().orgId);
    const grant = { api_key_id: other.keyId, mode: "rw" };
    await call(service(), tenant().key, "PUT", `${filesystem().base}/grants`, grant);
    const credential = byTicket === true ? await createTicket("rw") : other;
    const one = await mountIn(service(), credential, filesystem().id);
    await fs.writeFile(at(one, "a"), "a");
    await lose(other, one);
    const refused = /EACCES|ENOTCONN|ECONNABORTED/;
    // A change asks the service; the feed may say it before, and then the directory is the local one.
    await eventually(
      "the end",
      async () =>
        refused.test((await outcomeOf(fs.mkdir(at(one, "d")))) ?? "") ||
        !(await isMounted(one.directory)),
    );
    const { code, err } = await one.ended;
    expect([code, err.trimEnd().split("\n").at(-1)]).toEqual([
      1,
      expect.stringMatching(/^tidemark: access has ended \(.*unmounted/),
    ]);
    expect(await isMounted(one.directory)).toBe(false);
  });

  test("a credential that expires, as in a suspended machine, is replaced by the key, also after a crash", async () => {
    const one = await mount();
    const first = (await one.status()).session_id;
    await expire();
    await fs.writeFile(at(one, "a"), "written after it");
    expect((await readByApi(source(), "/a")).toString()).toBe("written after it");
    const second = (await one.status()).session_id;
    await expire();
    await one.kill9();
    await eventually("a mount that is live", async () => (await one.status()).live);
    expect(await fs.readFile(at(one, "a"), "utf8")).toBe("written after it");
    const third = (await one.status()).session_id;
    expect(new Set([first, second, third]).size).toBe(3);
    expect(one.log()).not.toMatch(/not stored|could not renew/);
  });
});
