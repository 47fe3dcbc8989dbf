import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { expectAgreement, listAll, readByApi } from "@/testing/mount-agreement";
import { holdOpen, outcomeOf } from "@/testing/mount-programs";
import { isMounted, releaseMounts } from "@/testing/mounting";
import { at, DEADLINE, describeMounts, useMounts } from "@/testing/mounts-of-a-test";
import { startTcpProxy, type TcpProxy } from "@/testing/tcp-proxy";
import { call } from "@/testing/tenant";

const { service, tenant, filesystem, mount, source } = useMounts();
const listed = async () => (await listAll(source())).map((entry) => entry.path);

describeMounts("a service that is away", () => {
  let proxy: TcpProxy;
  beforeEach(async () => {
    proxy = await startTcpProxy(service());
  });
  afterEach(async () => {
    await releaseMounts();
    await proxy.close();
  }, DEADLINE.timeout);

  test.each(["close", "behind"] as const)(
    "on %s what is written meanwhile is stored once it is back, and changes by others are seen",
    async (durability) => {
      const one = await mount({ durability }, proxy.url);
      await fs.writeFile(at(one, "before"), "1");
      expect(await outcomeOf(fs.stat(at(one, "other")))).toBe("ENOENT");
      const files = [
        await holdOpen(at(one, "meanwhile"), "2"),
        await holdOpen(at(one, "large"), "x".repeat(100_000)),
      ];
      proxy.cut();
      await eventually("a mount that notices", async () => !(await one.status()).live);
      let isClosed = false;
      const closed = Promise.all(files.map(({ close }) => close())).finally(
        () => (isClosed = true),
      );
      await eventually("a waiting change", async () => (await one.status()).waiting > 0);
      if (durability === "behind") await closed;
      expect(isClosed).toBe(durability === "behind");
      await call(service(), tenant().key, "PUT", `${filesystem().base}/files?path=/other`, "3");
      proxy.restore();
      expect(await closed).toEqual(["", ""]);
      await eventually("the change by another", () =>
        fs.readFile(at(one, "other"), "utf8").then(
          (text) => text === "3",
          () => false,
        ),
      );
      await eventually("a mount that is live", async () => (await one.status()).live);
      await one.cli("mount", "flush", one.directory);
      expect((await listed()).toSorted()).toEqual(["/before", "/large", "/meanwhile", "/other"]);
      await expectAgreement(source(), one.directory);
    },
  );

  test.each(["SIGINT", "SIGKILL"] as const)(
    "a program that waits for it ends at once by %s, and its change is made once it is back",
    async (signal) => {
      const one = await mount({}, proxy.url);
      await fs.writeFile(at(one, "before"), "1");
      const script = `exec 3> "$1"; echo; read line; echo written >&3`;
      const program = spawn("sh", ["-c", script, "sh", at(one, "made")], {
        stdio: ["pipe", "pipe", "ignore"],
      });
      const ended = once(program, "exit");
      await once(program.stdout, "data");
      proxy.cut();
      await eventually("a mount that notices", async () => !(await one.status()).live);
      program.stdin.write("\n");
      await eventually("a waiting change", async () => (await one.status()).waiting > 0);
      const from = performance.now();
      program.kill(signal);
      await ended;
      expect(performance.now() - from).toBeLessThan(5_000);
      expect(program.signalCode).toBe(signal);
      proxy.restore();
      await eventually("the change", async () => (await listed()).includes("/made"));
      await eventually("a mount that is live", async () => (await one.status()).live);
      expect(await fs.readFile(at(one, "made"), "utf8")).toBe("written\n");
      await expectAgreement(source(), one.directory);
    },
  );
});

describeMounts("mount status, mount flush and unmount", () => {
  test("a mount with open files is flushed, unmounted and mounted again", async () => {
    const one = await mount({ durability: "behind" });
    const opened = await holdOpen(at(one, "open"), "written");
    const flushed = await one.cli("mount", "flush", one.directory, "--json");
    expect(flushed).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(flushed.out)).toEqual({ directory: one.directory });
    expect((await readByApi(source(), "/open")).toString()).toBe("written");
    expect(await one.status()).toEqual({
      filesystem_id: filesystem().id,
      directory: one.directory,
      session_id: expect.stringMatching(/^ms_/),
      durability: "behind",
      read_only: false,
      live: true,
      waiting: 0,
      failures: [],
    });
    expect((await one.cli("mount", "status")).out).toContain(one.directory);
    await opened.write(" more");
    await eventually("the write", async () => (await fs.stat(at(one, "open"))).size === 12);
    const unmounted = await one.cli("unmount", one.directory, "--json");
    expect(unmounted).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(unmounted.out)).toEqual({ directory: one.directory, waiting: 0 });
    expect(await isMounted(one.directory)).toBe(false);
    await opened.close();
    expect((await one.ended).code).toBe(0);
    const again = await mount({ cache: one.cache, directory: one.directory });
    expect(await fs.readFile(at(again, "open"), "utf8")).toBe("written more");
    expect(existsSync(path.join(one.cache, "tidemark", "run"))).toBe(true);
  });
});
