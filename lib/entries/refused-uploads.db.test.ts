import { createHash, randomBytes } from "node:crypto";
import net from "node:net";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { listBlobs, stagingFiles } from "@/testing/blobs";
import { eventually } from "@/testing/eventually";
import { recordStatements } from "@/testing/plans";
import { startS3, type TestBucket } from "@/testing/s3";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

const KIB = 1024;
const MIB = 1024 * KIB;
const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");
const refusal = (status: number, code: string) => ({ status, body: { detail: { code } } });

describe.each(["local", "s3"])("what a refused upload leaves in a %s store", (kind) => {
  let bucket: TestBucket | undefined;
  let service: TestService;
  let tenant: Awaited<ReturnType<typeof createTenant>>;
  let id: string;
  let base: string;
  beforeAll(async () => {
    if (kind === "s3") bucket = await startS3();
    service = await startTestService({ env: bucket?.env ?? {} });
    tenant = await createTenant(service);
  });
  afterAll(async () => {
    await service.close();
    await bucket?.close();
  });
  beforeEach(async () => {
    ({ id, base } = await createFilesystem(service, tenant));
  });

  const put = (file: string, body: string | Uint8Array<ArrayBuffer>, headers = {}, at = base) =>
    call(service, tenant.key, "PUT", `${at}/files?path=${file}`, body, headers);
  const get = (file: string, at = base) =>
    call(service, tenant.key, "GET", `${at}/files?path=${file}`);
  const blobs = () => listBlobs(service.services.blobs);
  const staged = () => stagingFiles(service.services.settings);
  const setQuota = (byte_quota: bigint | null, entry_quota: bigint | null = null) =>
    service.services.db.filesystem.update({ where: { id }, data: { byte_quota, entry_quota } });

  /** How many statements about its entry an upload of so many bytes costs. */
  async function statements(bytes: number): Promise<number> {
    const sent = await recordStatements(async () => {
      expect((await put(`/f${bytes}`, randomBytes(bytes))).status).toBe(201);
    });
    return sent.filter(({ text }) => /filesystem_write|entry_upload_check/.test(text)).length;
  }

  /** A request whose body the test sends itself. */
  function upload(rest: string) {
    const { hostname, port } = new URL(service.url);
    const socket = net.connect(Number(port), hostname);
    socket.on("error", () => undefined);
    let response = "";
    socket.on("data", (data) => (response += String(data)));
    const start = `PUT ${base}/files?path=/f HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${tenant.key}`;
    socket.write(`${start}\r\n${rest}`);
    return { socket, responds: (code: string) => eventually(code, () => response.includes(code)) };
  }

  test("ten uploads of 10 MiB beyond a quota of 1,000 bytes leave nothing", async () => {
    await setQuota(1000n);
    const before = await blobs();
    for (let i = 0; i < 10; i++)
      expect(await put("/f", randomBytes(10 * MIB))).toMatchObject(
        refusal(409, "byte_quota_exceeded"),
      );
    expect(await blobs()).toEqual(before);
    expect(staged()).toEqual([]);
  });

  test.each([
    ["without a parent", "/none/f", {}, 409, "parent_not_found"],
    ["below a file", "/file/f", {}, 409, "not_a_directory"],
    ["onto a directory", "/dir", {}, 409, "is_directory"],
    ["with another etag", "/file", { "if-match": '"x"' }, 412, "precondition_failed"],
    ["onto what exists", "/file", { "if-none-match": "*" }, 412, "precondition_failed"],
    ["with a wrong hash", "/new", { "x-content-sha256": sha256("") }, 400, "checksum_mismatch"],
  ])("uploads %s, large or small, leave nothing", async (_, file, headers, status, code) => {
    await put("/file", "text");
    await call(service, tenant.key, "POST", `${base}/directories`, { path: "/dir" });
    const before = await blobs();
    expect(await put(file, randomBytes(MIB), headers)).toMatchObject(refusal(status, code));
    for (let i = 0; i < 5; i++)
      expect(await put(file, randomBytes(KIB), headers)).toMatchObject(refusal(status, code));
    expect(await blobs()).toEqual(before);
    // That of /file.
    expect(await service.services.db.content.count({ where: { filesystem_id: id } })).toBe(1);
    expect(staged()).toEqual([]);
  });

  test("of uploads of 32 KiB to a filesystem that refuses them only the first reaches the store", async () => {
    await setQuota(10n);
    const before = await blobs();
    for (let i = 0; i < 10; i++)
      expect(await put("/f", randomBytes(32 * KIB))).toMatchObject(
        refusal(409, "byte_quota_exceeded"),
      );
    expect(await blobs()).toHaveLength(before.length + 1);
    const { blobs: kept } = await service.services.blobs.list("trash", null);
    expect(kept.length).toBeGreaterThan(0);
    expect(staged()).toEqual([]);
  });

  test("a refusal that is known comes before the first byte of the body", async () => {
    await setQuota(1000n);
    const { socket, responds } = upload(`content-length: ${10 * MIB}\r\n\r\n`);
    await responds("byte_quota_exceeded");
    expect(staged()).toEqual([]);
    socket.destroy();
  });

  test("an upload without a length ends when it exceeds the room", async () => {
    await setQuota(BigInt(MIB));
    const before = await blobs();
    const { socket, responds } = upload("transfer-encoding: chunked\r\n\r\n");
    const chunk = `${(64 * KIB).toString(16)}\r\n${"x".repeat(64 * KIB)}\r\n`;
    for (let i = 0; i < 17; i++) socket.write(chunk);
    await responds("byte_quota_exceeded");
    await eventually("its staging file is gone", () => staged().length === 0);
    expect(await blobs()).toEqual(before);
    socket.destroy();
  });

  test("an upload that breaks off leaves nothing", async () => {
    const before = await blobs();
    const { socket } = upload(`content-length: ${MIB}\r\n\r\n${"x".repeat(100 * KIB)}`);
    await eventually("the upload has begun", () => staged().length === 1);
    socket.destroy();
    await eventually("its staging file is gone", () => staged().length === 0);
    expect(await blobs()).toEqual(before);
  });

  test("an upload that lost its parent meanwhile leaves nothing", async () => {
    await call(service, tenant.key, "POST", `${base}/directories`, { path: "/d" });
    const before = await blobs();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const response = fetch(`${service.url}${base}/files?path=/d/f`, {
      method: "PUT",
      headers: { authorization: `Bearer ${tenant.key}` },
      body: readable,
      duplex: "half",
    } as RequestInit);
    const writer = writable.getWriter();
    await writer.write(randomBytes(100 * KIB));
    await eventually("the upload has begun", () => staged().length === 1);
    await call(service, tenant.key, "DELETE", `${base}/files?path=/d`);
    await writer.close();
    expect(await (await response).json()).toMatchObject({ detail: { code: "parent_not_found" } });
    expect(await blobs()).toEqual(before);
    expect(staged()).toEqual([]);
  });

  test("of uploads that arrive together only those are published that fit", async () => {
    await setQuota(BigInt(2.5 * MIB));
    const before = await blobs();
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, i) => put(`/f${i}`, randomBytes(MIB))),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(10);
    expect(await blobs()).toHaveLength(before.length + 2);
    await setQuota(null);
    const once = await Promise.all(
      Array.from({ length: 12 }, () =>
        put("/once", randomBytes(100 * KIB), { "if-none-match": "*" }),
      ),
    );
    expect(once.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(once.filter(({ status }) => status === 412)).toHaveLength(11);
    expect(await blobs()).toHaveLength(before.length + 3);
  });

  test("a small upload costs the statement of its commit, a large one two checks more", async () => {
    expect([await statements(KIB), await statements(64 * KIB)]).toEqual([1, 1]);
    expect(await statements(64 * KIB + 1)).toBe(3);
  });

  test("of equal contents a refused upload never takes what another one has committed", async () => {
    const locations: { base: string }[] = [];
    for (let i = 0; i < 60; i++) locations.push(await createFilesystem(service, tenant));
    const runs = locations.map(async ({ base: at }, i) => {
      const content = randomBytes(i % 3 === 0 ? 100 * KIB : KIB).toString("hex");
      await put("/taken", "other", {}, at);
      const attempts = [
        put("/kept", content, {}, at),
        ...Array.from({ length: 3 }, () => put("/taken", content, { "if-none-match": "*" }, at)),
      ];
      const responses = await Promise.all(attempts.toSorted(() => Math.random() - 0.5));
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        201, 412, 412, 412,
      ]);
      expect((await get("/kept", at)).body).toBe(content);
      return { at, content };
    });
    for (const { at, content } of await Promise.all(runs))
      expect((await get("/kept", at)).body).toBe(content);
  });
});

test.each(["local", "s3"])(
  "a service with a %s store refuses uploads while its disk has less free than the setting asks for",
  async (kind) => {
    const bucket = kind === "s3" ? await startS3() : undefined;
    const service = await startTestService({
      env: { ...bucket?.env, MIN_FREE_BYTES: String(2 ** 52) },
    });
    const tenant = await createTenant(service);
    const { base } = await createFilesystem(service, tenant);
    for (const size of [1, MIB])
      expect(
        await call(service, tenant.key, "PUT", `${base}/files?path=/f`, randomBytes(size)),
      ).toMatchObject(refusal(507, "storage_full"));
    expect(await listBlobs(service.services.blobs)).toEqual([]);
    expect(stagingFiles(service.services.settings)).toEqual([]);
    await service.close();
    await bucket?.close();
  },
);
