import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";

import { expect, test } from "vitest";

import { startCounting } from "@/testing/counting-proxy";
import { eventually } from "@/testing/eventually";
import { createRandom } from "@/testing/fuzz/random";
import { expectAgreement, readByApi, readFeed } from "@/testing/mount-agreement";
import { outcomeOf } from "@/testing/mount-programs";
import { at, describeMounts, useMounts } from "@/testing/mounts-of-a-test";
import { tagOf } from "@/testing/ranges";
import { repeats } from "@/testing/repeats";
import { startTcpProxy } from "@/testing/tcp-proxy";
import { call } from "@/testing/tenant";

const MIB = 1024 * 1024;
const ROUNDS = repeats(25, 1_000);

const { service, tenant, filesystem, mount, source } = useMounts();
const put = async (content: Uint8Array<ArrayBuffer>) => {
  const url = `${filesystem().base}/files?path=/f`;
  expect((await call(service(), tenant().key, "PUT", url, content)).status).toBeLessThan(300);
};
const etag = async () => {
  const url = `${filesystem().base}/files:stat?path=/f`;
  return (await call(service(), tenant().key, "GET", url)).body.etag;
};

async function writeAt(file: string, offset: number, text: string): Promise<void> {
  const opened = await fs.open(file, "r+");
  try {
    await opened.write(text, offset);
  } finally {
    await opened.close();
  }
}

describeMounts("a large file of which little changes", () => {
  test("a byte of 64 MiB, a line at its end and a new size send less than 1 MiB together", async () => {
    const content = randomBytes(64 * MIB);
    await put(content);
    const proxy = await startTcpProxy(service());
    try {
      const one = await mount({}, proxy.url);
      const before = proxy.sentBytes();
      await writeAt(at(one, "f"), 30 * MIB, "x");
      content.write("x", 30 * MIB);
      expect(await etag()).toBe(tagOf(content));
      await fs.appendFile(at(one, "f"), "a line\n");
      await fs.truncate(at(one, "f"), 64 * MIB + 3);
      expect(await etag()).toBe(tagOf(Buffer.concat([content, Buffer.from("a l")])));
      expect(proxy.sentBytes() - before).toBeLessThan(MIB);
      const types = (await readFeed(source())).map((event) => event.type);
      expect(types).toEqual(["created", "updated", "updated", "updated"]);
      await expectAgreement(source(), one.directory);
    } finally {
      await proxy.close();
    }
  });

  test.each(["close", "behind"] as const)(
    "on %s random writes, truncations and syncs store what they make of a local file",
    async (durability) => {
      const seed = Date.now() % 2 ** 31;
      const random = createRandom(seed);
      let content = randomBytes(MIB);
      await put(content);
      const counting = await startCounting(service());
      const one = await mount({ durability }, counting.url);
      const opened = await fs.open(at(one, "f"), "r+");
      for (let round = 0; round < ROUNDS; round++) {
        // What is cut off and grows again is zeros.
        const sizes = random.chance(20)
          ? [MIB - random.below(99_999), MIB + random.below(MIB)]
          : [];
        for (const size of sizes) {
          const next = Buffer.alloc(size);
          content.copy(next, 0, 0, size);
          content = next;
          await opened.truncate(size);
        }
        const bytes = randomBytes(1 + random.below(random.chance(80) ? 5_000 : 300_000));
        const offset = random.below(content.length - 1);
        const next = Buffer.alloc(Math.max(content.length, offset + bytes.length));
        content.copy(next);
        bytes.copy(next, offset);
        content = next;
        await opened.write(bytes, 0, bytes.length, offset);
        if (random.chance(50)) continue;
        // Not awaited, what follows is written while it is uploaded.
        const synced = opened.sync();
        if (random.chance(50)) {
          await synced;
          expect([seed, round, await etag()]).toEqual([seed, round, tagOf(content)]);
        } else synced.catch(() => undefined);
      }
      await opened.sync();
      expect([seed, await etag()]).toEqual([seed, tagOf(content)]);
      await opened.close();
      await expectAgreement(source(), one.directory);
      await one.unmount();
      await counting.close();
      expect(counting.counts.refused).toBe(0);
      expect(counting.counts.made).toBeGreaterThan(ROUNDS / 5);
    },
  );

  test("if it changed elsewhere all of it is sent: the last close wins", async () => {
    const [mine, theirs] = [randomBytes(MIB), randomBytes(MIB)];
    await put(mine);
    const one = await mount();
    const opened = await fs.open(at(one, "f"), "r+");
    await opened.write("mine", 0);
    mine.write("mine");
    await put(theirs);
    await opened.close();
    expect((await readByApi(source(), "/f")).equals(mine)).toBe(true);
    await expectAgreement(source(), one.directory);
  });

  test("an older service gets all of it", async () => {
    const content = randomBytes(MIB);
    await put(content);
    const older = await startCounting(service(), { isOlder: true });
    try {
      const one = await mount({}, older.url);
      await writeAt(at(one, "f"), 500_000, "x");
      content.write("x", 500_000);
      expect(await etag()).toBe(tagOf(content));
      expect(older.counts).toMatchObject({ made: 0, refused: 1 });
      await one.unmount();
    } finally {
      await older.close();
    }
  });

  test("growth over the quota is EDQUOT, and the file stays as it was", async () => {
    const content = randomBytes(MIB);
    await put(content);
    const one = await mount();
    await service().services.db.filesystem.update({
      where: { id: filesystem().id },
      data: { byte_quota: BigInt(MIB + 10) },
    });
    expect(await outcomeOf(fs.appendFile(at(one, "f"), "x".repeat(11)))).toBe("EDQUOT");
    expect(await etag()).toBe(tagOf(content));
    // The kernel appends to the size it knows, and forgets it a moment after the failure.
    const sizeOf = async () => (await fs.stat(at(one, "f"))).size;
    await eventually("the size as stored", async () => (await sizeOf()) === MIB);
    expect(await outcomeOf(fs.appendFile(at(one, "f"), "x".repeat(10)))).toBe("ok");
    await expectAgreement(source(), one.directory);
  });
});
