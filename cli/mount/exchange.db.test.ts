import fs from "node:fs/promises";

import { expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { expectAgreement, listAll, readByApi } from "@/testing/mount-agreement";
import { exchange } from "@/testing/mount-programs";
import { at, describeMounts, useMounts } from "@/testing/mounts-of-a-test";

const { service, filesystem, mount, source } = useMounts();
const textOf = async (name: string) => String(await readByApi(source(), name));

describeMounts("renameat2 with RENAME_EXCHANGE", () => {
  test.each(["close", "behind"] as const)(
    "on %s two entries of any kind change places, and another mount sees it",
    async (durability) => {
      const [one, two] = await Promise.all([mount({ durability }), mount()]);
      await fs.writeFile(at(one, "file"), "of the file");
      await fs.symlink("nowhere", at(one, "link"));
      await fs.mkdir(at(one, "tree", "deep"), { recursive: true });
      await fs.writeFile(at(one, "tree", "deep", "file"), "below");
      await eventually("the tree in the other mount", async () =>
        (await fs.readdir(two.directory)).includes("tree"),
      );
      const { ino } = await fs.stat(at(one, "file"));
      expect(await exchange(at(one, "file"), at(one, "link"))).toBe("ok");
      expect(await exchange(at(one, "link"), at(one, "tree"))).toBe("ok");
      expect(await fs.readFile(at(one, "tree"), "utf8")).toBe("of the file");
      expect((await fs.stat(at(one, "tree"))).ino).toBe(ino);
      expect(await fs.readFile(at(one, "link", "deep", "file"), "utf8")).toBe("below");
      expect(await fs.readlink(at(one, "file"))).toBe("nowhere");
      await fs.writeFile(at(one, "tree"), "written after it");
      await one.cli("mount", "flush", one.directory);
      expect(await textOf("/tree")).toBe("written after it");
      await eventually("both in the other mount", async () => {
        const text = await fs.readFile(at(two, "tree"), "utf8").catch(() => null);
        return text === "written after it" && (await fs.readdir(at(two, "link"))).length === 1;
      });
      await expectAgreement(source(), one.directory, two.directory);
    },
  );

  test("a file that was never stored is exchanged with one that is open", async () => {
    const one = await mount({ durability: "behind" });
    await fs.writeFile(at(one, "old"), "old");
    const [reader, writer] = [await fs.open(at(one, "old")), await fs.open(at(one, "new"), "w")];
    await writer.write("new");
    expect(await exchange(at(one, "new"), at(one, "old"))).toBe("ok");
    await writer.write(" and more");
    await writer.close();
    expect(await reader.readFile("utf8")).toBe("old");
    await reader.close();
    await one.cli("mount", "flush", one.directory);
    expect([await textOf("/old"), await textOf("/new")]).toEqual(["new and more", "old"]);
    await expectAgreement(source(), one.directory);
  });

  test("what is missing or inside the other one is refused", async () => {
    const one = await mount();
    await fs.mkdir(at(one, "a", "b"), { recursive: true });
    expect(await exchange(at(one, "a"), at(one, "none"))).toBe("ENOENT");
    expect(await exchange(at(one, "a"), at(one, "a", "b"))).toBe("EINVAL");
    expect(await exchange(at(one, "a", "b"), at(one, "a"))).toBe("EINVAL");
    await fs.writeFile(at(one, "f"), "1");
    await fs.link(at(one, "f"), at(one, "g"));
    expect(await exchange(at(one, "f"), at(one, "g"))).toBe("ok");
    expect((await listAll(source())).map((entry) => entry.path)).toEqual([
      "/a",
      "/a/b",
      "/f",
      "/g",
    ]);
  });

  test("what waits when the process dies is made once by the next one", async () => {
    const one = await mount({ durability: "behind" });
    for (const name of ["a", "b", "c"]) await fs.writeFile(at(one, name), name);
    await one.cli("mount", "flush", one.directory);
    const client = await service().services.pool.connect();
    try {
      // Writes wait for it, among them the first exchange, which is made though its response is lost.
      await client.query("BEGIN");
      const lock = "SELECT FROM filesystem WHERE id = $1 FOR UPDATE";
      await client.query(lock, [filesystem().id]);
      expect(await exchange(at(one, "a"), at(one, "b"))).toBe("ok");
      expect(await exchange(at(one, "b"), at(one, "c"))).toBe("ok");
      await fs.writeFile(at(one, "d"), "d");
      expect(await exchange(at(one, "d"), at(one, "a"))).toBe("ok");
      const again = one.kill9();
      await client.query("COMMIT");
      await again;
    } finally {
      client.release();
    }
    const texts = ["/a", "/b", "/c", "/d"].map(textOf);
    expect(await Promise.all(texts)).toEqual(["d", "c", "a", "b"]);
    await expectAgreement(source(), one.directory);
  });
});
