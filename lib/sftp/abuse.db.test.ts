import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";

import type { Client, ClientChannel } from "ssh2";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { reachableBytes } from "@/testing/memory";
import {
  addTicket,
  connect,
  createTicket,
  done,
  openRaw,
  openSftp,
  type SftpService,
  startGateway,
  startSftpService,
} from "@/testing/sftp";
import { call } from "@/testing/tenant";

import { LIMITS } from "./limits";
import { OPEN, REPLY, REQUEST, STATUS } from "./wire/protocol";
import { createReader } from "./wire/reader";
import { text, u32, u64 } from "./wire/reply";
import { createSplitter } from "./wire/splitter";

const MIB = 1024 * 1024;

let service: SftpService;
let tenant: Awaited<ReturnType<typeof createTicket>>;
let clients: Client[];

beforeAll(async () => {
  service = await startSftpService();
});

afterAll(() => service.close());

beforeEach(async () => {
  tenant = await createTicket(service);
  clients = [];
});

afterEach(() => {
  for (const client of clients) client.destroy();
});

async function join({
  session,
  ticket,
}: { session: string; ticket: string } = tenant): Promise<Client> {
  const client = await connect(service, session, { password: ticket });
  clients.push(client);
  return client;
}

const packet = (type: number, ...fields: Buffer[]) => {
  const body = Buffer.concat([Buffer.of(type), ...fields]);
  return Buffer.concat([u32(body.length), body]);
};
const INIT = packet(REQUEST.init, u32(3));
const openFile = (id: number, path: string, flags: number) =>
  packet(REQUEST.open, u32(id), text(path), u32(flags), u32(0));

/** Replies by type, id and the first number of a status. */
function collect(channel: ClientChannel) {
  const replies: { type: number; id: number; rest: Buffer }[] = [];
  const splitter = createSplitter();
  channel.on("data", (chunk: Buffer) => {
    for (const one of splitter.push(chunk)) {
      const reader = createReader(one);
      replies.push({ type: reader.u8(), id: reader.u32(), rest: one.subarray(5) });
    }
  });
  return replies;
}

test.each([
  ["too large", u32(LIMITS.packet + 2_000)],
  ["empty", u32(0)],
  ["no greeting", openFile(1, "/a", OPEN.read)],
])("a packet that is %s ends the channel", async (_, bytes) => {
  const channel = await openRaw(await join());
  const closed = once(channel, "close");
  channel.resume();
  channel.write(bytes);
  await closed;
});

test("malformed and unknown requests fail one by one", async () => {
  const channel = await openRaw(await join());
  const replies = collect(channel);
  channel.write(INIT);
  channel.write(packet(REQUEST.open, u32(1), u32(1_000)));
  channel.write(packet(77, u32(2)));
  channel.write(packet(REQUEST.stat, u32(3), text(Buffer.from([0xff, 0xfe]))));
  channel.write(packet(REQUEST.stat, u32(4), text(`/${"n".repeat(300)}`)));
  channel.write(packet(REQUEST.read, u32(5), text("none"), u64(0), u32(10)));
  channel.write(packet(REQUEST.stat, u32(6), text("/")));
  await eventually("all replies", () => replies.length === 7);
  const codes = new Map(
    replies
      .slice(1)
      .map(({ type, id, rest }) => [id, type === REPLY.status ? rest.readUInt32BE() : "fine"]),
  );
  expect(Object.fromEntries(codes)).toEqual({
    1: STATUS.badMessage,
    2: STATUS.unsupported,
    3: STATUS.failure,
    4: STATUS.failure,
    5: STATUS.failure,
    6: "fine",
  });
});

test("a connection has a limit of handles", async () => {
  await call(service, tenant.key, "PUT", `${tenant.base}/files?path=/a`, "1");
  const channel = await openRaw(await join());
  const replies = collect(channel);
  channel.write(INIT);
  const many = LIMITS.handles + 50;
  for (let id = 0; id < many; id++) channel.write(openFile(id, "/a", OPEN.read));
  await eventually("all replies", () => replies.length === many + 1);
  const refused = replies.filter(({ type }) => type === REPLY.status);
  expect(refused).toHaveLength(50);
});

test("a session has a limit of open files, also of those that wait for their client", async () => {
  const cut = async (round: number) => {
    const client = await join();
    const channel = await openRaw(client);
    const replies = collect(channel);
    channel.write(INIT);
    const many = LIMITS.handles - 100;
    for (let id = 0; id < many; id++)
      channel.write(openFile(id, `/${round}-${id}`, OPEN.write | OPEN.create));
    await eventually("all replies", () => replies.length === many + 1);
    client.destroy();
    return replies.filter(({ type }) => type === REPLY.status).length;
  };
  expect(await cut(0)).toBe(0);
  expect(await cut(1)).toBeGreaterThan(0);
  const sftp = await openSftp(await join(await createTicket(service)));
  await done((callback) => sftp.open("/a", "w", callback));
});

test("files without a name and copies under way count as bytes of open files", async () => {
  const own = await startSftpService({ env: { MAX_FILE_BYTES: "100000" } });
  try {
    const { session, ticket, base, key } = await createTicket(own);
    const client = await connect(own, session, { password: ticket });
    clients.push(client);
    const sftp = await openSftp(client);
    const write = async (path: string, flags: "w" | "r+", bytes: number) => {
      const handle = await done<Buffer>((callback) => sftp.open(path, flags, callback));
      await done((callback) => sftp.write(handle, Buffer.alloc(bytes), 0, bytes, 0, callback));
    };
    await call(own, key, "PUT", `${base}/files?path=/large`, new Uint8Array(100_000));
    for (const path of ["/a", "/b"]) {
      await write(path, "w", 90_000);
      await done((callback) => sftp.unlink(path, callback));
    }
    await expect(write("/c", "w", 90_000)).rejects.toThrow("disk space");
    await expect(write("/large", "r+", 1)).rejects.toThrow("disk space");
  } finally {
    await own.close();
    globalThis.tidemarkServices = service.services;
  }
});

test("a checksum ends with its channel", async () => {
  const size = 128 * MIB;
  await call(service, tenant.key, "PUT", `${tenant.base}/files?path=/big`, new Uint8Array(size));
  const client = await join();
  const channel = await done<ClientChannel>((callback) => client.exec("md5sum /big", callback));
  channel.close();
  await done((callback) => client.exec("md5sum", callback));
  const { mountActivity, accessWatch } = service.services;
  await eventually("the end of the reading", () => accessWatch.count() === 1);
  await mountActivity.flush();
  const route = `${tenant.base}/mount-sessions`;
  const { body } = await call(service, tenant.key, "GET", route);
  expect(body[0].bytes_read).toBeLessThan(size);
});

test("a connection has a limit of channels, a session one of connections", async () => {
  const client = await join();
  const open = () => done((callback) => client.subsys("sftp", callback as never));
  for (let i = 0; i < LIMITS.channels; i++) await open();
  await expect(open()).rejects.toThrow();
  for (let i = 1; i < LIMITS.connectionsPerSession; i++) await join();
  await expect(join()).rejects.toThrow();
});

test("connections that do not log in are few for each address and do not stay", async () => {
  const own = await startGateway(service);
  const sockets: Socket[] = [];
  try {
    for (let i = 0; i < LIMITS.strangersPerAddress; i++) {
      const socket = connectTcp(own.port, "127.0.0.1");
      sockets.push(socket);
      await once(socket, "data");
    }
    const refused = connectTcp(own.port, "127.0.0.1");
    sockets.push(refused);
    refused.resume();
    await once(refused, "close");
    sockets.shift()?.destroy();
    const next = await eventually("room for one more", async () => {
      const socket = connectTcp(own.port, "127.0.0.1");
      sockets.push(socket);
      const heard = await Promise.race([
        once(socket, "data").then(() => true),
        once(socket, "close").then(() => false),
      ]);
      return heard;
    });
    expect(next).toBe(true);
  } finally {
    for (const socket of sockets) socket.destroy();
    await own.close();
  }
});

test("a client that sends and does not read costs little, and delays no other", async () => {
  await call(service, tenant.key, "PUT", `${tenant.base}/files?path=/big`, new Uint8Array(8 * MIB));
  const slow = await openRaw(await join());
  slow.write(INIT);
  slow.write(openFile(1, "/big", OPEN.read));
  const [, handle] = await new Promise<Buffer[]>((resolve) => {
    const chunks: Buffer[] = [];
    slow.on("data", (chunk: Buffer) => void (chunks.push(chunk) === 2 && resolve(chunks)));
  });
  slow.removeAllListeners("data");
  slow.pause();
  const before = process.memoryUsage().arrayBuffers;
  const name = text(createReader(handle!.subarray(9)).bytes());
  // 1 GiB of replies, of which none is read.
  for (let i = 0; i < 4_096; i++)
    slow.write(packet(REQUEST.read, u32(i), name, u64((i % 32) * 255 * 1024), u32(255 * 1024)));
  const other = await openSftp(await join());
  for (let i = 0; i < 20; i++) await done((callback) => other.stat("/big", callback));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * MIB);
});

test("what a channel had open is free once it is closed, also by a client that doesn't read", async () => {
  await call(service, tenant.key, "PUT", `${tenant.base}/files?path=/big`, new Uint8Array(8 * MIB));
  const client = await join();
  const channel = await openRaw(client);
  const replies = collect(channel);
  channel.write(INIT);
  for (let id = 0; id < LIMITS.handles; id++) channel.write(openFile(id, "/big", OPEN.read));
  await eventually("all handles", () => replies.length === LIMITS.handles + 1);
  channel.removeAllListeners("data");
  channel.pause();
  const last = replies.at(-1)!.rest;
  for (let i = 0; i < 200; i++)
    channel.write(packet(REQUEST.read, u32(i), last, u64(0), u32(LIMITS.read)));
  // Its window is full, and what was begun has ended: the rest waits.
  await eventually("all that it takes", () => channel.readableLength >= 2 * MIB);
  const other = await openSftp(client);
  for (let i = 0; i < 20; i++) await done((callback) => other.stat("/big", callback));
  channel.close();
  await eventually("room for another handle", () =>
    done<Buffer>((callback) => other.open("/big", "r", callback)).catch(() => false),
  );
});

test("many connections at once write and read what they wrote, in bounded memory", async () => {
  const before = process.memoryUsage().rss;
  const reachable = reachableBytes();
  const sessions = await Promise.all(
    Array.from({ length: 10 }, () => addTicket(service, tenant, tenant.id, "rw")),
  );
  const connections: Client[] = [];
  for (const session of sessions)
    connections.push(...(await Promise.all(Array.from({ length: 10 }, () => join(session)))));
  // Of one that is idle, with both ends, as they are in this process.
  expect((reachableBytes() - reachable) / connections.length).toBeLessThan(100 * 1024);
  await Promise.all(
    connections.map(async (client, i) => {
      const sftp = await openSftp(client);
      const data = Buffer.alloc(20_000, `${i} `);
      await done((callback) => sftp.writeFile(`/file-${i}`, data, callback));
      const back = await done<Buffer>((callback) => sftp.readFile(`/file-${i}`, callback));
      expect(back.equals(data)).toBe(true);
    }),
  );
  const { body } = await call(
    service,
    tenant.key,
    "GET",
    `${tenant.base}/entries?path=/&limit=1000`,
  );
  expect(body.entries).toHaveLength(100);
  expect(process.memoryUsage().rss - before).toBeLessThan(256 * MIB);
});
