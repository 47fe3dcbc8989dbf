import fs from "node:fs";
import path from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { readByApi } from "@/testing/mount-agreement";
import { temporary } from "@/testing/mounting";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

import { createAccess } from "./access";
import { exchangeTicket } from "./credential";
import { type Libc, loadLibc } from "./fuse/libc";
import { changeTask } from "./handlers/changes";
import { openJournal } from "./journal";
import type { JournalEntry } from "./journal-line";
import { claim } from "./owner";
import { createRemote, type Remote } from "./remote";
import { replayCrashed } from "./replay";

const libc = await loadLibc().catch(() => null);

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let base: string;
let remote: Remote;
let cache: string;
/** The directory of stages of a mount. */
let stages: string;
let said: string[];
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
});
afterAll(() => service.close());
beforeEach(async () => {
  const filesystem = await createFilesystem(service, tenant);
  base = filesystem.base;
  const ask = { filesystem_id: filesystem.id, mode: "rw" };
  const { body } = await call(service, tenant.key, "POST", "/api/v1/mount-sessions", ask);
  const session = await exchangeTicket(service.url, body.ticket);
  remote = createRemote(
    service.url,
    createAccess(service.url, session, null, () => undefined),
  );
  cache = temporary();
  stages = path.join(cache, "stages", "one");
  fs.mkdirSync(stages, { recursive: true });
  said = [];
});

const replay = (by = remote) =>
  replayCrashed(libc as Libc, { cache, remote: by, report: (text) => void said.push(text) });
const interrupt = () => Promise.reject(new Error("Ctrl-C"));
const put = (to: string, contents: string) =>
  call(service, tenant.key, "PUT", `${base}/files?path=${to}`, contents);
const get = async (from: string) =>
  (await readByApi({ service, key: tenant.key, base, folder: "/" }, from)).toString();
const nodeOf = async (of: string) => (await remote.stat(of))?.node_id ?? null;
const keptFiles = () => fs.readdirSync(path.join(cache, "kept"));

/** A process on this machine, since this or an earlier start, that has ended. */
function leave(boot: string): void {
  const space = fs.readlinkSync("/proc/self/ns/pid");
  const owner = { pid: 1, start: "before", boot, space };
  fs.writeFileSync(path.join(stages, "owner"), JSON.stringify(owner));
}
const thisBoot = () => fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();

function stage(name: string, contents: string): string {
  const file = path.join(stages, name);
  fs.writeFileSync(file, contents);
  return file;
}
const toPut = (at: string, file: string): JournalEntry => ({
  kind: "put",
  path: at,
  file,
  stamp: {},
});

describe.skipIf(libc === null)("what a mount had under way when it died", () => {
  test("is made once, also if that is interrupted", async () => {
    await put("/log", "old");
    const journal = openJournal(stages);
    journal.add({
      kind: "move",
      from: "/log",
      to: "/log.1",
      overwrite: true,
      node: await nodeOf("/log"),
    });
    journal.add(toPut("/log", stage("log", "new")));
    journal.add({ kind: "change", change: { op: "mkdir", path: "/d" } });
    leave(thisBoot());
    await expect(replay({ ...remote, change: interrupt })).rejects.toThrow("Ctrl-C");
    expect([await get("/log.1"), await get("/log")]).toEqual(["old", "new"]);
    await put("/log", "theirs");
    await replay();
    expect([await get("/log.1"), await get("/log")]).toEqual(["old", "theirs"]);
    expect((await remote.stat("/d"))?.type).toBe("directory");
    expect(fs.existsSync(stages)).toBe(false);
  });

  test("does not move what others put there since", async () => {
    await put("/a", "mine");
    const node = await nodeOf("/a");
    openJournal(stages).add({ kind: "move", from: "/a", to: "/b", overwrite: true, node });
    leave(thisBoot());
    await remote.move("/a", "/b", false);
    await put("/a", "theirs");
    await replay();
    expect([await get("/a"), await get("/b")]).toEqual(["theirs", "mine"]);
  });

  test("does not remove what others made there since", async () => {
    for (const name of ["/done", "/left"]) await put(name, "mine");
    const journal = openJournal(stages);
    for (const at of ["/done", "/left"]) {
      const task = changeTask([at], { op: "remove", path: at }, undefined, await nodeOf(at));
      journal.add(task.entry);
    }
    leave(thisBoot());
    await remote.change([{ op: "remove", path: "/done" }]);
    await put("/done", "theirs");
    await replay();
    expect([await get("/done"), await nodeOf("/left")]).toEqual(["theirs", null]);
  });

  test("replaces nothing with contents that a power cut may have taken", async () => {
    await put("/cut", "whole");
    await put("/stored", "before");
    const lines = [
      { add: 1, entry: toPut("/cut", stage("cut", "wh")) },
      { add: 2, entry: toPut("/stored", stage("stored", "after")) },
      { stored: 2 },
    ];
    fs.writeFileSync(
      path.join(stages, "journal"),
      lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
    );
    leave("an earlier start");
    await replay();
    expect([await get("/cut"), await get("/stored")]).toEqual(["whole", "after"]);
    expect(said[0]).toContain("may be cut");
    const [name = ""] = keptFiles();
    expect(fs.readFileSync(path.join(cache, "kept", name), "utf8")).toBe("wh");
  });

  test("is kept if it is refused, whatever its path is", async () => {
    const long = `/${"資料".repeat(40)}`;
    openJournal(stages).add(toPut(`${long}/x`, stage("x", "bytes")));
    leave(thisBoot());
    await replay();
    const [name = ""] = keptFiles();
    expect(name).toContain("資料");
    expect(fs.readFileSync(path.join(cache, "kept", name), "utf8")).toBe("bytes");
    expect(said[0]).toContain("was refused (parent_not_found)");
  });

  test("is left to a process that runs, here or where only the disk is shared", async () => {
    openJournal(stages).add({ kind: "change", change: { op: "mkdir", path: "/d" } });
    await replay();
    // Its owner has not said who it is.
    expect(fs.existsSync(stages)).toBe(true);
    const elsewhere = { pid: 1, start: "1", boot: "another machine", space: "pid:[1]" };
    const fd = fs.openSync(path.join(stages, "owner"), "w+");
    fs.writeSync(fd, JSON.stringify(elsewhere));
    libc?.lock(fd);
    await replay();
    expect(fs.existsSync(stages)).toBe(true);
    fs.closeSync(fd);
    await replay();
    expect(fs.existsSync(stages)).toBe(false);
    expect((await remote.stat("/d"))?.type).toBe("directory");
    fs.mkdirSync(stages);
    claim(libc as Libc, stages);
    await replay();
    expect(fs.existsSync(stages)).toBe(true);
  });
});
