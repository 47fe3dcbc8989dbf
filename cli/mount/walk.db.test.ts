import { execFile } from "node:child_process";
import { EventEmitter, once } from "node:events";
import fs from "node:fs/promises";
import { promisify } from "node:util";

import { expect, test } from "vitest";

import { startCounting } from "@/testing/counting-proxy";
import { eventually } from "@/testing/eventually";
import { expectAgreement, listAll } from "@/testing/mount-agreement";
import { outcomeOf } from "@/testing/mount-programs";
import type { TestMount } from "@/testing/mounting";
import { at, describeMounts, useMounts } from "@/testing/mounts-of-a-test";
import { call } from "@/testing/tenant";

const run = promisify(execFile);
const { service, tenant, filesystem, mount, source } = useMounts();
const FOLDERS = 30;
const FILES = 40;

const post = async (route: string, body: object) => {
  const made = await call(service(), tenant().key, "POST", `${filesystem().base}/${route}`, body);
  expect([route, made.status < 300]).toEqual([route, true]);
};

/** A directory with 30 directories of 40 files each. Returns all paths. */
async function fill(): Promise<string[]> {
  await post("directories", { path: "/all/0", parents: true });
  const put = `${filesystem().base}/files?path=/all/0/0`;
  await call(service(), tenant().key, "PUT", put, "text");
  for (let n = 1; n < FILES; n++) await post("files:copy", { from: "/all/0/0", to: `/all/0/${n}` });
  for (let n = 1; n < FOLDERS; n++) await post("files:copy", { from: "/all/0", to: `/all/${n}` });
  return (await listAll(source())).map(({ path }) => path).toSorted();
}

async function find(directory: string): Promise<string[]> {
  const { stdout } = await run("find", [directory, "-mindepth", "1"]);
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.slice(directory.length))
    .toSorted();
}

/** Waits until the feed has told a mount of all that was changed until now. */
async function isTold({ directory }: TestMount): Promise<void> {
  await post("directories", { path: "/marker" });
  await eventually("the marker", async () => (await fs.readdir(directory)).includes("marker"));
}

describeMounts("a program that walks through a filesystem", () => {
  test("finds all names, for which a page of a thousand is asked for and not each directory", async () => {
    const paths = await fill();
    const counting = await startCounting(service());
    const one = await mount({}, counting.url);
    const before = counting.counts.listed;
    expect(await find(one.directory)).toEqual(paths);
    // The first two directories, and two pages of all 1,231 entries.
    expect(counting.counts.listed - before).toBeLessThanOrEqual(4);
    await one.unmount();
    await counting.close();
  });

  test("one that reads in another order than the listing finds all names too", async () => {
    await fill();
    const one = await mount();
    await fs.readdir(one.directory);
    for (const name of (await fs.readdir(at(one, "all"))).toReversed())
      expect(await fs.readdir(at(one, "all", name))).toHaveLength(FILES);
  });

  test("what changes elsewhere while a page is on its way is not taken from that page", async () => {
    await fill();
    let isHeld = false;
    const releasing = new EventEmitter();
    const released = once(releasing, "now");
    const hold = async (route: string) => {
      if (!route.includes("recursive=true")) return;
      isHeld = true;
      await released;
    };
    const proxy = await startCounting(service(), { hold });
    const one = await mount({}, proxy.url);
    const walking = outcomeOf(find(one.directory));
    await eventually("a page", () => isHeld);
    // Of the first page.
    const gone = `${filesystem().base}/files?path=/all/10/1`;
    expect((await call(service(), tenant().key, "DELETE", gone)).status).toBe(204);
    await post("files:copy", { from: "/all/10/2", to: "/all/11/new" });
    await isTold(one);
    releasing.emit("now");
    expect(await walking).toBe("ok");
    await expectAgreement(source(), one.directory);
    await one.unmount();
    await proxy.close();
  });

  test("what changes while it walks, elsewhere and by itself, is what is there afterwards", async () => {
    await fill();
    const one = await mount({ durability: "behind" });
    // It may miss what is moved while it walks, and complain.
    const walk = () => outcomeOf(find(one.directory));
    const walks = [walk()];
    for (let n = 0; n < 6; n++) {
      await post("files:move", { from: `/all/${n}`, to: `/all/moved-${n}` });
      await post("directories", { path: `/all/${n + 10}/new` });
      await fs.rm(at(one, "all", `${n + 20}`, "1"));
      await fs.writeFile(at(one, "all", `${n + 20}`, "own"), "own");
      walks.push(walk());
    }
    await Promise.all(walks);
    await one.cli("mount", "flush", one.directory);
    await isTold(one);
    await expectAgreement(source(), one.directory);
  });
});
