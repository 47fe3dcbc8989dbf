import { createHash, randomBytes } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { listBlobs, stagingFiles } from "@/testing/blobs";
import { createRandom } from "@/testing/fuzz/random";
import { applyRanges, randomRanges, sendRanges, type SentRange, tagOf } from "@/testing/ranges";
import { repeats } from "@/testing/repeats";
import { startS3, type TestBucket } from "@/testing/s3";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createKey, createTenant } from "@/testing/tenant";

const ROUNDS = repeats(60, 5_000);
const MIB = 1024 * 1024;
const at = (start: number, text: string) => ({ start, bytes: Buffer.from(text) });
const refusal = (status: number, code: string) => ({ status, body: { detail: { code } } });
const invalid = (type: string) => ({
  status: 422,
  body: { detail: [{ loc: ["header", "Content-Range"], type }] },
});

describe.each(["local", "s3"])("ranges of a file in a %s store", (kind) => {
  let bucket: TestBucket | undefined;
  let service: TestService;
  let tenant: Awaited<ReturnType<typeof createTenant>>;
  let id: string;
  let base: string;
  beforeAll(async () => {
    if (kind === "s3") bucket = await startS3();
    const env = { ...bucket?.env, MAX_FILE_BYTES: String(4 * MIB) };
    service = await startTestService({ env });
    tenant = await createTenant(service);
  });
  afterAll(async () => {
    await service.close();
    await bucket?.close();
  });
  beforeEach(async () => {
    ({ id, base } = await createFilesystem(service, tenant));
  });

  const put = async (content: string | Buffer, path = "/f") => {
    const body = typeof content === "string" ? content : new Uint8Array(content);
    const sent = await call(service, tenant.key, "PUT", `${base}/files?path=${path}`, body);
    expect(sent.status).toBeLessThan(300);
  };
  const get = async () => {
    const headers = { authorization: `Bearer ${tenant.key}` };
    const response = await fetch(`${service.url}${base}/files?path=/f`, { headers });
    return Buffer.from(await response.arrayBuffer());
  };
  const stat = async () =>
    (await call(service, tenant.key, "GET", `${base}/files:stat?path=/f`)).body;
  const file = () => ({ url: service.url, key: tenant.key, base, path: "/f" });
  const send = (ranges: SentRange[], total: number, headers: Record<string, string>) =>
    sendRanges(file(), ranges, total, headers);
  const patch = (query: string, body: string | Uint8Array<ArrayBuffer>, headers = {}) =>
    call(service, tenant.key, "PATCH", `${base}/files:content?path=${query}`, body, headers);
  const events = async () => {
    const { body } = await call(service, tenant.key, "GET", `${base}/changes?cursor=0`);
    return body.events.map(({ type }: { type: string }) => type);
  };

  test("random ranges, growth and truncation make what they make of a buffer", async () => {
    const seed = Date.now() % 2 ** 31;
    const random = createRandom(seed);
    let content = randomBytes(1_000);
    await put(content);
    for (let round = 0; round < ROUNDS; round++) {
      const total = random.below(random.chance(50) ? 20_000 : 200_000);
      const ranges = randomRanges(random, total);
      const next = applyRanges(content, ranges, total);
      const hash = createHash("sha256").update(next).digest("hex");
      const response = await send(ranges, total, {
        "if-match": tagOf(content),
        ...(random.chance(50) ? { "x-content-sha256": hash } : {}),
      });
      const { status, body } = response;
      expect([seed, round, status, body.etag, body.size]).toEqual([
        seed,
        round,
        200,
        tagOf(next),
        total,
      ]);
      expect((await get()).equals(next)).toBe(true);
      content = next;
    }
    expect(stagingFiles(service.services.settings)).toEqual([]);
    expect(await events()).toEqual(["created", ...Array<string>(ROUNDS).fill("updated")]);
  });

  test("a content past the end of the file follows zeros, and mode and times are as a PUT sets them", async () => {
    await put("abc");
    await call(service, tenant.key, "PATCH", `${base}/files?path=/f`, { mode: "0640" });
    const first = await send([at(5, "x")], 8, { "if-match": tagOf(Buffer.from("abc")) });
    expect(first).toMatchObject({ status: 200, body: { size: 8 } });
    expect((await get()).toString("latin1")).toBe("abc\0\0x\0\0");
    expect((await stat()).mode).toBe("0640");
    const stamp = "mode=0600&uid=7&modified_at=2001-02-03T04:05:06.789Z&fields=stat";
    const { body } = await patch(`/f&${stamp}`, "", {
      "content-range": "bytes */2",
      "if-match": first.body.etag,
    });
    expect(body).toMatchObject({ mode: "0600", uid: 7, modified_at: "2001-02-03T04:05:06.789Z" });
    expect((await get()).toString()).toBe("ab");
  });

  test("of writers with the same entity tag one wins", async () => {
    // A write of what is there already keeps the entity tag, so no byte may be the digit of a round.
    let content = Buffer.alloc(100_000, "x");
    await put(content);
    for (let round = 0; round < 5; round++) {
      const sent = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          send([at(n * 10_000, `${round}`)], content.length, { "if-match": tagOf(content) }),
        ),
      );
      const won = sent.flatMap(({ status }, n) => (status === 200 ? [n] : []));
      expect(won).toHaveLength(1);
      expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200, 412]));
      content = applyRanges(content, [at(won[0]! * 10_000, `${round}`)], content.length);
      expect((await get()).equals(content)).toBe(true);
    }
  });

  test("what many append at once is all there, each time whole", async () => {
    const lines = Array.from({ length: 24 }, (_, n) => `${n} `.padEnd(n % 4 ? 50 : 20_000, "x"));
    const sent = await Promise.all(lines.map((line) => patch("/f&append=true", `${line}\n`, {})));
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(lines.length - 1);
    expect((await get()).toString().split("\n").slice(0, -1).toSorted()).toEqual(lines.toSorted());
    expect(stagingFiles(service.services.settings)).toEqual([]);
    const late = await patch("/f&append=true", "x", { "if-match": '"other"' });
    expect(late).toMatchObject(refusal(412, "precondition_failed"));
    expect(await patch("/a/b&append=true", "x")).toMatchObject(refusal(409, "parent_not_found"));
    expect((await patch("/a/b&append=true&parents=true", "x")).status).toBe(201);
  });

  test.each<[string, string, Record<string, string>, object]>([
    ["no range", "x", {}, invalid("missing")],
    ["an unknown unit", "x", { "content-range": "items 0-0/1" }, invalid("string_type")],
    ["no size", "x", { "content-range": "bytes 0-0/*" }, invalid("string_type")],
    ["descending ranges", "xy", { "content-range": "bytes 2-2,1-1/3" }, invalid("too_small")],
    ["overlapping ranges", "xyz", { "content-range": "bytes 0-1,1-1/3" }, invalid("too_small")],
    ["a range past the size", "xy", { "content-range": "bytes 0-1/1" }, invalid("too_small")],
    ["a body that is too long", "xy", { "content-range": "bytes 0-0/1" }, invalid("too_small")],
    [
      "no entity tag",
      "x",
      { "content-range": "bytes 0-0/1" },
      refusal(428, "precondition_required"),
    ],
    [
      "another entity tag",
      "x",
      { "content-range": "bytes 0-0/1", "if-match": '"x"' },
      refusal(412, "precondition_failed"),
    ],
    [
      "too large a size",
      "",
      { "content-range": `bytes */${4 * MIB + 1}`, "if-match": "*" },
      refusal(413, "file_too_large"),
    ],
    [
      "another hash",
      "x",
      { "content-range": "bytes 0-0/1", "if-match": "*", "x-content-sha256": "0".repeat(64) },
      refusal(400, "checksum_mismatch"),
    ],
  ])("%s is refused and changes nothing", async (_, body, headers, expected) => {
    await put("text");
    const { etag } = await stat();
    expect(await patch("/f", body, headers)).toMatchObject(expected);
    expect((await stat()).etag).toBe(etag);
  });

  test("what is no file, too many ranges, and a tag for what is missing are refused", async () => {
    const headers = { "content-range": "bytes */1", "if-match": "*" };
    await call(service, tenant.key, "POST", `${base}/directories`, { path: "/d" });
    expect(await patch("/none", "", headers)).toMatchObject(refusal(404, "path_not_found"));
    expect(await patch("/d", "", headers)).toMatchObject(refusal(409, "is_directory"));
    expect(await patch("/d&append=true", "x")).toMatchObject(refusal(409, "is_directory"));
    expect(await patch("/none&append=true", "x", { "if-match": "*" })).toMatchObject(
      refusal(412, "precondition_failed"),
    );
    const many = Array.from({ length: 257 }, (_, n) => `${2 * n}-${2 * n}`).join(",");
    const range = { "content-range": `bytes ${many}/600`, "if-match": "*" };
    expect(await patch("/d", "x".repeat(257), range)).toMatchObject(invalid("too_big"));
    expect(await patch("/f&append=true", "x", headers)).toMatchObject(invalid("enum"));
  });

  test("a full quota refuses what would exceed it, and neither staged nor stored bytes stay", async () => {
    await put(randomBytes(100_000));
    const { etag } = await stat();
    const data = { byte_quota: 150_000n };
    await service.services.db.filesystem.update({ where: { id }, data });
    const before = await listBlobs(service.services.blobs);
    const full = refusal(409, "byte_quota_exceeded");
    expect(
      await patch("/f", "", { "content-range": "bytes */150001", "if-match": etag }),
    ).toMatchObject(full);
    const body = new Uint8Array(randomBytes(50_001));
    expect(await patch("/f&append=true", body)).toMatchObject(full);
    expect(await listBlobs(service.services.blobs)).toEqual(before);
    expect(stagingFiles(service.services.settings)).toEqual([]);
    expect((await patch("/f&append=true", body.subarray(1))).status).toBe(200);
  });

  test("who may only write is refused, as the results tell of what is kept", async () => {
    await put("text");
    const { key, keyId } = await createKey(service.services.db, tenant.orgId, []);
    const grant = { api_key_id: keyId, mode: "rw" };
    await call(service, tenant.key, "PUT", `${base}/grants`, grant);
    const data = { scopes: ["files:write"] };
    await service.services.db.api_key.update({ where: { id: keyId }, data });
    const writer = (query: string, body: string, headers = {}) =>
      call(service, key, "PATCH", `${base}/files:content?path=${query}`, body, headers);
    const cut = { "content-range": "bytes */1", "if-match": "*" };
    const refused = { code: "insufficient_scope", scope: "files:read" };
    for (const response of [await writer("/f", "", cut), await writer("/f&append=true", "")])
      expect(response).toMatchObject({ status: 403, body: { detail: refused } });
  });

  test("one change through a hard link; another tenant and a read-only key are refused", async () => {
    await put("text");
    const link = { target: "/f", path: "/g" };
    await call(service, tenant.key, "POST", `${base}/files:link`, link);
    const headers = { "content-range": "bytes 0-0/4", "if-match": "*" };
    expect((await patch("/g", "n", headers)).status).toBe(200);
    expect((await get()).toString()).toBe("next");
    expect(await events()).toEqual(["created", "created", "updated"]);
    const readOnly = await createKey(service.services.db, tenant.orgId, []);
    const grant = { api_key_id: readOnly.keyId, mode: "ro" };
    await call(service, tenant.key, "PUT", `${base}/grants`, grant);
    const stranger = await createTenant(service);
    for (const [key, expected] of [
      [readOnly.key, refusal(403, "no_grant")],
      [stranger.key, refusal(404, "not_found")],
    ] as const)
      expect(
        await call(service, key, "PATCH", `${base}/files:content?path=/f`, "x", headers),
      ).toMatchObject(expected);
  });
});
