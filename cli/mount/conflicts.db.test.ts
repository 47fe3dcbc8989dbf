import fs from "node:fs/promises";

import { expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { expectAgreement, listAll, readByApi } from "@/testing/mount-agreement";
import { holdOpen } from "@/testing/mount-programs";
import { at, describeMounts, useMounts } from "@/testing/mounts-of-a-test";
import { call } from "@/testing/tenant";

const { service, tenant, filesystem, mount, source } = useMounts();

const put = (name: string, text: string) =>
  call(service(), tenant().key, "PUT", `${filesystem().base}/files?path=/${name}`, text);
const CONFLICT = / \(conflict \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\)\.txt$/;

describeMounts("--conflicts keep", () => {
  test.each(["close", "behind"] as const)(
    "on %s a file that others changed while it was open is saved beside theirs",
    async (durability) => {
      await put("old.txt", "before");
      const one = await mount({ durability, conflicts: "keep" });
      expect(await fs.readFile(at(one, "old.txt"), "utf8")).toBe("before");
      const files = [
        await holdOpen(at(one, "old.txt"), "mine"),
        await holdOpen(at(one, "new.txt"), "mine"),
      ];
      for (const name of ["old.txt", "new.txt"]) await put(name, "theirs");
      for (const { close } of files) expect(await close()).toBe("");
      await one.cli("mount", "flush", one.directory);
      const names = (await listAll(source())).map(({ path }) => path);
      const copies = names.filter((name) => CONFLICT.test(name));
      expect(names.length).toBe(4);
      expect(copies.map((name) => name.replace(CONFLICT, "")).toSorted()).toEqual(["/new", "/old"]);
      for (const name of names)
        expect(String(await readByApi(source(), name))).toBe(
          copies.includes(name) ? "mine" : "theirs",
        );
      for (const name of copies) expect(one.log()).toContain(`what was written here is in ${name}`);
      await eventually("their file", async () => {
        const text = await fs.readFile(at(one, "new.txt"), "utf8");
        return text === "theirs";
      });
      await expectAgreement(source(), one.directory);
    },
  );

  test("what only this mount writes is never a conflict", async () => {
    const one = await mount({ durability: "behind", conflicts: "keep" });
    for (let n = 0; n < 20; n++) {
      await fs.writeFile(at(one, "a"), `version ${n}`);
      await fs.appendFile(at(one, "log"), "line\n");
      await fs.writeFile(at(one, "b.new"), `version ${n}`);
      await fs.rename(at(one, "b.new"), at(one, "b"));
    }
    await one.cli("mount", "flush", one.directory);
    const names = (await listAll(source())).map(({ path }) => path);
    expect(names.toSorted()).toEqual(["/a", "/b", "/log"]);
    expect(String(await readByApi(source(), "/a"))).toBe("version 19");
    await expectAgreement(source(), one.directory);
  });
});
