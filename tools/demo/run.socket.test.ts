import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { afterEach, beforeEach, expect, it } from "vitest";

import { freePort } from "@/lib/server/launch/free-port";
import type { FakeTree } from "@/testing/demo/fake-tree";
import { startTreeService, type Fault, type TreeService } from "@/testing/demo/tree-service";
import { messageBody, send } from "@/testing/receiver/sender";

import type { DemoOptions } from "./options";
import { runDemo } from "./run";

/** Between two messages; the real service waits a second. */
const PACE_MS = 10;

let directory = "";
let service: TreeService | undefined;
let stop = new AbortController();
let delivering: Promise<void> = Promise.resolve();

beforeEach(async () => {
  stop = new AbortController();
  directory = await mkdtemp(path.join(tmpdir(), "demo-test-"));
});
afterEach(async () => {
  stop.abort();
  await delivering;
  await service?.close();
  await rm(directory, { recursive: true });
});

/** Sends every change in order, each until it is acknowledged; the first message is a resync. */
async function deliver(tree: FakeTree, port: number, ca: string): Promise<void> {
  let position = -1n;
  while (!stop.signal.aborted) {
    const events = position < 0n ? [] : tree.eventsAfter(position);
    const type = position < 0n ? "files.resync" : "files.changed";
    const cursor = position < 0n ? 0n : position + BigInt(events.length);
    if (cursor > position) {
      const response = await send({ port, ca, body: messageBody(type, cursor, events) }).catch(
        () => null,
      );
      if (response?.status === 200) position = cursor;
    }
    await sleep(PACE_MS);
  }
}

async function demo(fault: (kind: string) => Fault, spoil?: (tree: FakeTree) => void) {
  const dir = path.join(directory, "source");
  for (const name of ["a", "b", "b/c", "empty"])
    await mkdir(path.join(dir, name), { recursive: true });
  for (let n = 0; n < 150; n += 1) {
    await writeFile(
      path.join(dir, ["a", "b", "b/c", "."][n % 4]!, `file ${n} é.txt`),
      `content ${n}`,
    );
  }
  await writeFile(path.join(dir, "empty file"), "");
  await symlink("/", path.join(dir, "link"));

  const port = await freePort();
  const certificates = path.join(directory, "certificates");
  service = await startTreeService(fault, (tree) => {
    delivering = (async () => {
      spoil?.(tree);
      await deliver(tree, port, await readFile(path.join(certificates, "ca.pem"), "utf8"));
    })();
  });
  const account = { key: "tmk_1", org: "org_1" };
  const options: DemoOptions = {
    dir,
    limit: Infinity,
    running: { api: service.origin, account, receiverPort: port, certificates },
    contents: true,
    keep: false,
    json: true,
    quietMs: 20,
  };
  return runDemo(options, { log: () => {}, signal: new AbortController().signal });
}

it("makes the mirror equal despite lost responses, failures and refusals", async () => {
  const before = await temporaries();
  let count = 0;
  const result = await demo((kind) => {
    count += 1;
    if (kind === "GET /files") return count % 7 === 0 ? "lost" : null;
    // Each kind of change loses a response at least once.
    if (kind === "POST /files:move" && count % 2 === 0) return "lost";
    if (kind.startsWith("DELETE") && count % 3 === 0) return "lost";
    return (["lost", "unavailable", "rate"] as const)[count % 20] ?? null;
  });
  expect(result).toMatchObject({ ok: true, equal: true, differences: [] });
  expect(result.received).toMatchObject({ resyncs: 1, listings: 1, refused: 0 });
  expect(result.done).toMatchObject({
    written: 151,
    overwritten: 20,
    directories_renamed: 1,
    directories_deleted: 1,
  });
  // Fewer than 20: the files outside the two directories.
  expect(result.done.files_deleted).toBeGreaterThan(5);
  expect(result.latency.quiet?.count).toBeGreaterThan(0);
  expect(await temporaries()).toEqual(before);
}, 60_000);

it("reports it when the mirror differs", async () => {
  const result = await demo(
    () => null,
    // Something that the demo did not write.
    (tree) => void tree.write("/source/strange", Buffer.from("x")),
  );
  expect(result).toMatchObject({ ok: false, equal: false });
  expect(result.differences).toEqual(["/source/strange should be gone"]);
}, 60_000);

async function temporaries(): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith("tidemark-demo-"));
}
