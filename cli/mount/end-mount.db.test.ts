import { spawn } from "node:child_process";
import fs from "node:fs/promises";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { hasFuse } from "@/testing/fuse/has-fuse";
import { expectAgreement, listAll } from "@/testing/mount-agreement";
import { holdOpen } from "@/testing/mount-programs";
import { startMountService } from "@/testing/mount-service";
import {
  isAlive,
  isMounted,
  mountIn,
  type MountOptions,
  releaseMounts,
  type TestMount,
} from "@/testing/mounting";
import { repeats } from "@/testing/repeats";
import type { TestService } from "@/testing/service";
import { startTcpProxy, type TcpProxy } from "@/testing/tcp-proxy";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

const { isUsable, reason } = await hasFuse();
const title = isUsable ? "the end of a mount" : `the end of a mount (not run: ${reason})`;
const DEADLINE = { timeout: 150_000 };
// Its programs take all of the machine, so the gate leaves it to `npm run test:long`.
const CRASHES = repeats(0, 50);

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
const proxies: TcpProxy[] = [];
beforeAll(async () => {
  service = await startMountService();
  tenant = await createTenant(service);
});
afterAll(async () => {
  await releaseMounts();
  await Promise.all(proxies.map((proxy) => proxy.close()));
  await service.close();
}, DEADLINE.timeout);

/** A filesystem of its own, and a way to the service that can be cut. */
async function prepare() {
  const { id, base } = await createFilesystem(service, tenant);
  const proxy = await startTcpProxy(service);
  proxies.push(proxy);
  return {
    base,
    proxy,
    mount: (options: MountOptions = {}) => mountIn(proxy, tenant, id, options),
    source: { service, key: tenant.key, base, folder: "/" },
  };
}
const at = ({ directory }: TestMount, ...names: string[]) => path.join(directory, ...names);
const ends = (one: TestMount, pid: number) =>
  eventually("the end", async () => !isAlive(pid) && !(await isMounted(one.directory)), 25_000);

/** A program that makes directories until it is aborted. Errors do not stop it. */
function makeDirectories(root: string, name: string, signal: AbortSignal) {
  const script = `i=0; while :; do i=$((i + 1)); mkdir "$0/$1$i" 2>/dev/null; done`;
  const child = spawn("sh", ["-c", script, root, name], { stdio: "ignore" });
  signal.addEventListener("abort", () => child.kill("SIGKILL"));
}

/** Changes by others in the same directory, until it is aborted. */
async function putFiles(base: string, name: string, signal: AbortSignal): Promise<void> {
  for (let n = 0; !signal.aborted; n++)
    await call(service, tenant.key, "PUT", `${base}/files?path=/k/${name}${n}`, "x");
}

/** Closes a file that the service then does not have. Returns the process that serves the mount. */
async function closeWhileAway(one: TestMount, proxy: TcpProxy): Promise<number> {
  const opened = await holdOpen(at(one, "closed"), "here only");
  proxy.cut();
  await eventually("a mount that notices", async () => !(await one.status()).live);
  expect(await opened.close()).toBe("");
  return one.worker();
}

// Most of their time they wait.
describe.skipIf(!isUsable).concurrent(title, DEADLINE, () => {
  if (CRASHES > 0)
    test("kill -9 while programs and others change one directory ends the process, and the mount continues", async () => {
      const { mount, source, base } = await prepare();
      const one = await mount();
      await fs.mkdir(at(one, "k"));
      for (let round = 0; round < CRASHES; round++) {
        const stop = new AbortController();
        await fs.readdir(at(one, "k"));
        for (const name of ["a", "b"])
          makeDirectories(at(one, "k"), `${name}${round}-`, stop.signal);
        const others = ["c", "d", "e"].map((name) =>
          putFiles(base, `${name}${round}-`, stop.signal),
        );
        const before = (await listAll(source)).length;
        await eventually("changes", async () => (await listAll(source)).length > before + 30);
        await one.kill9();
        stop.abort();
        await Promise.all(others);
      }
      await fs.writeFile(at(one, "last"), "after the crashes");
      await one.cli("mount", "flush", one.directory);
      await expectAgreement(source, one.directory);
    });

  test("a mount with open files ends within seconds, and what they write then fails", async () => {
    const { mount, source } = await prepare();
    const one = await mount();
    const opened = await holdOpen(at(one, "open"), "written");
    expect((await one.unmount()).code).toBe(0);
    await opened.write(" more");
    expect(await opened.close()).toMatch(/not connected|connection abort/);
    expect((await listAll(source)).map((entry) => entry.size)).toEqual([7]);
  });

  test("a service that is away does not keep a mount: the next one stores what was closed", async () => {
    const { proxy, mount, source } = await prepare();
    const one = await mount({ durability: "behind" });
    const worker = await closeWhileAway(one, proxy);
    const { code, out } = await one.cli("unmount", one.directory);
    expect([code, out]).toEqual([0, expect.stringMatching(/ is unmounted \(changes not stored: /)]);
    await ends(one, worker);
    expect((await one.ended).err).toContain("changes not stored: ");
    proxy.restore();
    const again = await mount({ cache: one.cache, directory: one.directory });
    expect(await fs.readFile(at(again, "closed"), "utf8")).toBe("here only");
    await expectAgreement(source, again.directory);
  });

  test("flush and unmount end while programs write on, and nothing is lost", async () => {
    const { mount, source } = await prepare();
    const one = await mount({ durability: "behind" });
    const stop = new AbortController();
    // It is not there once the mount has gone.
    await fs.mkdir(at(one, "w"));
    const script = `i=0; while :; do i=$((i + 1)); echo $i > "$0/w/$1$i" || exit; done 2>/dev/null`;
    for (const name of ["a", "b", "c", "d"]) {
      const child = spawn("sh", ["-c", script, one.directory, name], { stdio: "ignore" });
      stop.signal.addEventListener("abort", () => child.kill("SIGKILL"));
    }
    await eventually("changes", async () => (await one.status()).waiting > 50);
    expect((await one.cli("mount", "flush", one.directory)).code).toBe(0);
    expect((await one.cli("unmount", one.directory)).code).toBe(0);
    expect(stop.signal.aborted).toBe(false);
    stop.abort();
    const made = await listAll(source);
    const numbers = made.filter(({ path: name }) => name.startsWith("/w/a")).length;
    expect(made.map(({ path: name }) => name)).toContain(`/w/a${numbers}`);
  });

  test("a mount whose command is killed while changes wait ends too", async () => {
    const { proxy, mount } = await prepare();
    const one = await mount({ durability: "behind" });
    const worker = await closeWhileAway(one, proxy);
    process.kill(one.pid, "SIGKILL");
    await ends(one, worker);
    proxy.restore();
    const again = await mount({ cache: one.cache, directory: one.directory });
    expect(await fs.readFile(at(again, "closed"), "utf8")).toBe("here only");
  });

  test("unmount takes away a mount whose process hangs", async () => {
    const { mount } = await prepare();
    const one = await mount();
    const worker = await one.worker();
    process.kill(worker, "SIGSTOP");
    const waiting = fs.readdir(one.directory).catch(({ code }: NodeJS.ErrnoException) => code);
    expect((await one.cli("unmount", one.directory)).code).toBe(0);
    expect(await waiting).toMatch(/ENOTCONN|ECONNABORTED/);
    expect(await isMounted(one.directory)).toBe(false);
    process.kill(worker, "SIGCONT");
    await ends(one, worker);
  });
});
