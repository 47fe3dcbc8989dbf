import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";

import { expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { expectAgreement, listAll, readByApi } from "@/testing/mount-agreement";
import { outcomeOf } from "@/testing/mount-programs";
import { at, describeMounts, useMounts } from "@/testing/mounts-of-a-test";

const { service, filesystem, mount, source } = useMounts();

/** A text that says how long it is and what its hash is, in three parts that are written one by one. */
function checkable(size: number): string[] {
  const text = randomBytes(size / 2).toString("hex");
  const hash = createHash("sha256").update(text).digest("hex");
  return [`${size} ${hash} `, text.slice(0, size / 3), text.slice(size / 3)];
}

function isWhole(text: string): boolean {
  const [size = "", hash, rest = ""] = text.split(" ");
  return Number(size) === rest.length && createHash("sha256").update(rest).digest("hex") === hash;
}

/** Writes a file in parts. Resolves to what was closed without an error, else to null. */
async function writeParts(file: string, size: number): Promise<string | null> {
  const parts = checkable(size);
  try {
    const opened = await fs.open(file, "w");
    try {
      for (const part of parts) await opened.write(part);
    } finally {
      await opened.close();
    }
    return parts.join("");
  } catch {
    return null;
  }
}

describeMounts("what is stored when things fail", () => {
  test("after kill -9 of a mount that does not wait all that was closed is there, and never half of it", async () => {
    const one = await mount({ durability: "behind" });
    // Below it, as the path leads to the local disk until it is mounted again.
    const root = await fs.open(one.directory);
    const written = new Map<string, string>();
    const writer = async (first: number) => {
      for (let n = first; n < 160; n += 2) {
        const size = n % 16 === 0 ? 120_000 : 600;
        // One of four is written again and again.
        const name = n % 4 === 3 ? "again" : `f${n}`;
        const text = await writeParts(`/proc/self/fd/${root.fd}/${name}`, size);
        if (text !== null) written.set(name, text);
      }
    };
    const polling = new AbortController();
    const seen = watchVersions(polling.signal);
    // Two, as each holds a thread that the service in this process needs too.
    const writers = Promise.all([0, 1].map(writer));
    await eventually("some files", () => written.size > 20);
    await one.kill9();
    await writers;
    await root.close();
    await fs.writeFile(at(one, "last"), "after the crash");
    expect((await one.cli("mount", "flush", one.directory)).code).toBe(0);
    polling.abort();
    expect(await seen).toEqual([]);
    for (const [name, text] of written)
      if (name !== "again")
        expect([name, (await readByApi(source(), `/${name}`)).toString() === text]).toEqual([
          name,
          true,
        ]);
    expect(one.log()).toContain("the mount crashed and is mounted again");
    await expectAgreement(source(), one.directory);
    await one.unmount();
  });

  test("a file that is written again at once is never seen empty or half", async () => {
    const one = await mount({ durability: "behind" });
    const polling = new AbortController();
    const seen = watchVersions(polling.signal);
    for (let n = 0; n < 60; n++) await writeParts(at(one, "same"), 900);
    const last = (await writeParts(at(one, "same"), 900))!;
    await one.cli("mount", "flush", one.directory);
    polling.abort();
    expect(await seen).toEqual([]);
    expect((await readByApi(source(), "/same")).toString()).toBe(last);
  });

  test.each(["close", "behind"] as const)(
    "on %s a write over the quota is EDQUOT, its bytes are kept, and the mount shows what is stored",
    async (durability) => {
      const one = await mount({ durability });
      await fs.writeFile(at(one, "full"), "stored");
      await service().services.db.filesystem.update({
        where: { id: filesystem().id },
        data: { byte_quota: 100n },
      });
      const opened = await fs.open(at(one, "full"), "w");
      await opened.write("y".repeat(5_000));
      expect(await outcomeOf(durability === "close" ? opened.close() : opened.sync())).toBe(
        "EDQUOT",
      );
      await opened.close().catch(() => undefined);
      const kept = path.join(one.cache, "tidemark", filesystem().id, "kept");
      const [name = ""] = await fs.readdir(kept);
      expect(await fs.readFile(path.join(kept, name), "utf8")).toBe("y".repeat(5_000));
      expect(await fs.readFile(at(one, "full"), "utf8")).toBe("stored");
      await expectAgreement(source(), one.directory);
    },
  );
});

/** Reads every version of every file until `signal` fires. Resolves to those that were not whole. */
async function watchVersions(signal: AbortSignal): Promise<string[]> {
  const wrong: string[] = [];
  const known = new Set<string>();
  while (!signal.aborted) {
    for (const { path: name, etag, type } of await listAll(source())) {
      if (type !== "file" || known.has(`${name}${etag}`) || name === "/last") continue;
      const text = (await readByApi(source(), name)).toString();
      known.add(`${name}${etag}`);
      if (!isWhole(text)) wrong.push(`${name}: ${text.length} bytes`);
    }
  }
  return wrong;
}
