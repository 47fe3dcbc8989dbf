import { createHash } from "node:crypto";
import { once } from "node:events";

import { type ClientChannel, utils } from "ssh2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { exchange, SESSIONS } from "@/testing/mounts";
import {
  addTicket,
  connect,
  createTicket,
  done,
  openSftp,
  type SftpService,
  startSftpService,
} from "@/testing/sftp";
import { call } from "@/testing/tenant";

import { generateKey } from "./generate-key";

let service: SftpService;

beforeAll(async () => {
  service = await startSftpService();
});

afterAll(() => service.close());

const entriesOf = (id: string) =>
  service.services.db.audit_entry.findMany({ where: { target_id: id }, orderBy: { id: "asc" } });

const auditOf = async (id: string) => {
  const rows = await entriesOf(id);
  return rows.map(({ action, actor_type: type }) => `${type} ${action}`);
};

describe("login", () => {
  test("a ticket opens its session, again and again, and nothing else", async () => {
    const { session, ticket, base } = await createTicket(service);
    const first = await connect(service, session, { password: ticket });
    const second = await connect(service, session, { password: ticket });
    first.end();
    second.end();
    const again = await connect(service, session, { password: ticket });
    again.end();
    expect((await exchange(service, ticket)).body.detail.code).toBe("ticket_invalid");
    const asBearer = await call(service, ticket, "GET", `${base}/entries?path=/`);
    expect(asBearer.status).toBe(401);
    expect(await auditOf(session)).toEqual([
      "key mount_session.created",
      "mount mount_session.exchanged",
      "mount mount_session.connected",
    ]);
    const fsId = base.split("/").at(-1);
    for (const { details } of await entriesOf(session))
      expect(details).toMatchObject({ filesystem_id: fsId });
  });

  test("connections that begin at once share a ticket", async () => {
    const { session, ticket } = await createTicket(service);
    const all = [1, 2, 3, 4].map(() => connect(service, session, { password: ticket }));
    for (const client of await Promise.all(all)) client.end();
  });

  test("a password from :exchange works, and then its ticket does not", async () => {
    const { session, ticket } = await createTicket(service);
    const { body } = await exchange(service, ticket);
    const client = await connect(service, body.username, { password: body.password });
    client.end();
    await expect(connect(service, session, { password: ticket })).rejects.toThrow(/authentication/);
  });

  test.each(["ed25519", "ecdsa", "rsa"] as const)("a public key works: %s", async (kind) => {
    const keys =
      kind === "rsa" ? utils.generateKeyPairSync("rsa", { bits: 2048 }) : generateKey(kind);
    const { session, ticket } = await createTicket(service);
    await exchange(service, ticket, { public_key: keys.public });
    const client = await connect(service, session, { privateKey: keys.private });
    client.end();
    const other = generateKey("ed25519").private;
    await expect(connect(service, session, { privateKey: other })).rejects.toThrow(
      /authentication/,
    );
  });

  test("a ticket opens no other session, and a ticket that ended opens none", async () => {
    const one = await createTicket(service);
    const other = await createTicket(service);
    const wrong = connect(service, other.session, { password: one.ticket });
    await expect(wrong).rejects.toThrow(/authentication/);
    await call(service, one.key, "DELETE", `${SESSIONS}/${one.session}`);
    const ended = connect(service, one.session, { password: one.ticket });
    await expect(ended).rejects.toThrow(/authentication/);
  });
});

describe("access", () => {
  test("revoking a session ends its connections within 5 s", async () => {
    const { session, ticket, key } = await createTicket(service);
    const client = await connect(service, session, { password: ticket });
    const closed = once(client, "close");
    const begun = performance.now();
    await call(service, key, "DELETE", `${SESSIONS}/${session}`);
    await closed;
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  test("a write after the end is refused at once", async () => {
    const { session, ticket, key, base } = await createTicket(service);
    const sftp = await openSftp(await connect(service, session, { password: ticket }));
    const file = await done<Buffer>((callback) => sftp.open("/late.txt", "w", callback));
    await done((callback) => sftp.write(file, Buffer.from("late"), 0, 4, 0, callback));
    await call(service, key, "DELETE", `${SESSIONS}/${session}`);
    await expect(done((callback) => sftp.close(file, callback))).rejects.toThrow();
    const listed = await call(service, key, "GET", `${base}/entries?path=/`);
    expect(listed.body.entries).toEqual([]);
  });

  test("a read-only session reads and changes nothing", async () => {
    const tenant = await createTicket(service);
    await call(service, tenant.key, "PUT", `${tenant.base}/files?path=/a.txt`, "read me");
    const { session, ticket } = await addTicket(service, tenant, tenant.id, "ro");
    const client = await connect(service, session, { password: ticket });
    const sftp = await openSftp(client);
    const content = await done<Buffer>((callback) => sftp.readFile("/a.txt", callback));
    expect(content.toString()).toBe("read me");
    const denied = { code: utils.sftp.STATUS_CODE.PERMISSION_DENIED };
    const attempts = [
      done((callback) => sftp.open("/b.txt", "w", callback)),
      done((callback) => sftp.open("/a.txt", "r+", callback)),
      done((callback) => sftp.unlink("/a.txt", callback)),
      done((callback) => sftp.mkdir("/d", callback)),
      done((callback) => sftp.rename("/a.txt", "/b.txt", callback)),
      done((callback) => sftp.chmod("/a.txt", 0o600, callback)),
      done((callback) => sftp.symlink("a.txt", "/l", callback)),
      done((callback) => sftp.ext_openssh_rename("/a.txt", "/c.txt", callback)),
      done((callback) => sftp.ext_openssh_hardlink("/a.txt", "/c.txt", callback)),
    ];
    for (const attempt of attempts) await expect(attempt).rejects.toMatchObject(denied);
    client.end();
  });

  test("no shell, no command but checksums, no forwarding", async () => {
    const { session, ticket, key, base } = await createTicket(service);
    await call(service, key, "PUT", `${base}/files?path=/it's.txt`, "sum");
    const client = await connect(service, session, { password: ticket });
    await expect(done((callback) => client.shell(callback))).rejects.toThrow();
    await expect(done((callback) => client.subsys("netconf", callback))).rejects.toThrow();
    const forward = done((callback) => client.forwardOut("", 0, "127.0.0.1", 22, callback));
    await expect(forward).rejects.toThrow();
    await expect(done((callback) => client.forwardIn("", 0, callback))).rejects.toThrow();
    const output = async (command: string) => {
      const channel = await done<ClientChannel>((callback) => client.exec(command, callback));
      let text = "";
      channel.on("data", (chunk: Buffer) => (text += chunk.toString()));
      channel.stderr.resume();
      const [code] = await once(channel, "close");
      return { code, text };
    };
    expect(await output("sha1sum /it\\'s.txt")).toEqual({
      code: 0,
      text: `${createHash("sha1").update("sum").digest("hex")}  /it's.txt\n`,
    });
    expect(await output("md5sum")).toEqual({
      code: 0,
      text: "d41d8cd98f00b204e9800998ecf8427e  -\n",
    });
    for (const command of ["id", "md5sum /a; id", "scp -t /", "cat /it\\'s.txt", "md5sum $(id)"])
      expect(await output(command)).toEqual({ code: 1, text: "" });
    client.end();
  });

  test("a quota is a failure that says so, when the bytes are written", async () => {
    const { session, ticket, id } = await createTicket(service);
    await service.services.pool.query("UPDATE filesystem SET byte_quota = 1000 WHERE id = $1", [
      id,
    ]);
    const client = await connect(service, session, { password: ticket });
    const sftp = await openSftp(client);
    const file = await done<Buffer>((callback) => sftp.open("/big", "w", callback));
    const written = done((callback) => sftp.write(file, Buffer.alloc(2000), 0, 2000, 0, callback));
    await expect(written).rejects.toThrow(/quota/);
    client.end();
  });
});
