import { createHash, type Hash } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";

import type { SFTPWrapper } from "ssh2";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { SMALL_BYTES } from "@/lib/entries/small-content";
import { listBlobs } from "@/testing/blobs";
import { startMountService } from "@/testing/mount-service";
import { mountIn, releaseMounts, type TestMount } from "@/testing/mounting";
import { describeMounts } from "@/testing/mounts-of-a-test";
import { repeats } from "@/testing/repeats";
import { startS3, type TestBucket } from "@/testing/s3";
import type { TestService } from "@/testing/service";
import { addTicket, connect, done, openSftp, startGateway } from "@/testing/sftp";
import { createFilesystem, createTenant } from "@/testing/tenant";

const isLong = repeats(0, 1) > 0;
const LARGE = isLong ? 1024 ** 3 : 9 * 1024 ** 2;
const DEADLINE = { timeout: isLong ? 1_800_000 : 90_000 };
const PIECE = 1024 ** 2;
/** Around what is kept in a row of the database. The large file is fetched in pieces. */
const SIZES = [0, 1, SMALL_BYTES, SMALL_BYTES + 1, 70_000];

let bucket: TestBucket;
let service: TestService;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let filesystem: Awaited<ReturnType<typeof createFilesystem>>;
let one: TestMount;

describeMounts("contents in an object store", () => {
  beforeAll(async () => {
    bucket = await startS3();
    service = await startMountService({ env: bucket.env });
    gateway = await startGateway(service);
    tenant = await createTenant(service);
  }, DEADLINE.timeout);
  afterAll(async () => {
    await releaseMounts();
    await gateway.close();
    await service.close();
    await bucket.close();
  }, DEADLINE.timeout);
  beforeEach(async () => {
    filesystem = await createFilesystem(service, tenant);
    one = await mountIn(service, tenant, filesystem.id);
  });

  test(
    "what is written, appended, changed and renamed on a mount is what others read",
    DEADLINE,
    async () => {
      const expected = new Map<string, string>();
      for (const size of SIZES)
        expected.set(`/small-${size}`, await write(one, `/small-${size}`, size));
      await fs.mkdir(one.directory + "/d");
      await write(one, "/large", LARGE);
      await change(one, "/large", "a", [[LARGE, Buffer.alloc(5_000, "appended")]]);
      await change(one, "/large", "r+", [[LARGE / 2 - 7, Buffer.alloc(70_000, "changed")]]);
      await fs.rename(one.directory + "/large", one.directory + "/d/moved");
      expected.set("/d/moved", await hashOf(one, "/d/moved"));
      expect(expected.get("/d/moved")).toBe(largeHash());
      await expectElsewhere(expected);
      const blobs = await listBlobs(service.services.blobs);
      for (const [file, hash] of expected)
        if (Number(file.split("-")[1] ?? LARGE) > SMALL_BYTES) expect(blobs).toContain(hash);
    },
  );

  test("what the gateway stores is what it and a mount read", DEADLINE, async () => {
    const sftp = await openGateway();
    const expected = new Map<string, string>();
    for (const size of [1, isLong ? LARGE : 700_000]) {
      const hash = createHash("sha256");
      const handle = await done<Buffer>((callback) => sftp.open(`/f-${size}`, "w", callback));
      let at = 0;
      for (const piece of pieces(size)) {
        const from = at;
        hash.update(piece);
        await done((callback) => sftp.write(handle, piece, 0, piece.length, from, callback));
        at += piece.length;
      }
      await done((callback) => sftp.close(handle, callback));
      await done((callback) => sftp.ext_openssh_rename(`/f-${size}`, `/g-${size}`, callback));
      await done((callback) => sftp.appendFile(`/g-${size}`, "appended", callback));
      expected.set(`/g-${size}`, hash.update("appended").digest("hex"));
    }
    for (const [file, hash] of expected)
      expect([file, await readBy(sftp, file)]).toEqual([file, hash]);
    await expectElsewhere(expected);
  });
});

async function openGateway(): Promise<SFTPWrapper> {
  const { session, ticket } = await addTicket(service, tenant, filesystem.id, "rw");
  return openSftp(await connect(gateway, session, { password: ticket }));
}

/** By a mount with nothing in its cache, and by the gateway. */
async function expectElsewhere(expected: ReadonlyMap<string, string>): Promise<void> {
  const two = await mountIn(service, tenant, filesystem.id, { readOnly: true });
  const sftp = await openGateway();
  for (const [file, hash] of expected)
    expect([file, await hashOf(two, file), await readBy(sftp, file)]).toEqual([file, hash, hash]);
}

/** Contents that differ from piece to piece. */
function* pieces(size: number): Generator<Buffer> {
  for (let from = 0; from < size; from += PIECE)
    yield Buffer.alloc(Math.min(PIECE, size - from), `piece ${from} of ${size}\n`);
}

async function write(mount: TestMount, file: string, size: number): Promise<string> {
  const hash = createHash("sha256");
  const opened = await fs.open(mount.directory + file, "w");
  for (const piece of pieces(size)) await opened.write(hash.update(piece) && piece);
  await opened.close();
  return hash.digest("hex");
}

async function change(
  mount: TestMount,
  file: string,
  flags: "a" | "r+",
  changes: [position: number, bytes: Buffer][],
): Promise<void> {
  const opened = await fs.open(path.join(mount.directory, file), flags);
  for (const [position, bytes] of changes) await opened.write(bytes, 0, bytes.length, position);
  await opened.close();
}

/** The large file as it should be after its changes. */
function largeHash(): string {
  const hash = createHash("sha256");
  const changed = [LARGE / 2 - 7, Buffer.alloc(70_000, "changed")] as const;
  let from = 0;
  for (const piece of pieces(LARGE)) {
    const start = changed[0] - from;
    if (start < piece.length && start + changed[1].length > 0)
      changed[1].copy(piece, Math.max(start, 0), Math.max(-start, 0));
    hash.update(piece);
    from += piece.length;
  }
  return hash.update(Buffer.alloc(5_000, "appended")).digest("hex");
}

const digest = async (stream: AsyncIterable<Buffer>): Promise<string> => {
  const hash: Hash = createHash("sha256");
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest("hex");
};

async function hashOf(mount: TestMount, file: string): Promise<string> {
  const opened = await fs.open(mount.directory + file);
  return digest(opened.createReadStream({ highWaterMark: PIECE }));
}

const readBy = (sftp: SFTPWrapper, file: string) =>
  digest(sftp.createReadStream(file, { highWaterMark: PIECE / 4 }));
