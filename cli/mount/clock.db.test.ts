import { existsSync, renameSync, writeFileSync } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";

import { expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { expectAgreement, readByApi } from "@/testing/mount-agreement";
import { holdOpen } from "@/testing/mount-programs";
import { temporary } from "@/testing/mounting";
import { at, describeMounts, useMounts } from "@/testing/mounts-of-a-test";
import { repeats } from "@/testing/repeats";
import { call } from "@/testing/tenant";

const { service, tenant, filesystem, mount, source } = useMounts();

const MACHINE = process.arch === "arm64" ? "aarch64" : "x86_64";
const LIBRARY = `/usr/lib/${MACHINE}-linux-gnu/faketime/libfaketime.so.1`;
const HOUR_MS = 3_600_000;
// What is open is stored after 30 seconds, too long for the gate.
const isLong = repeats(0, 1) > 0;

/** The wall clock of a mount; timers take as long as ever. */
function createClock() {
  const file = path.join(temporary(), "clock");
  const set = (hours: number) => {
    // Never seen half written.
    writeFileSync(`${file}.new`, `${hours < 0 ? "" : "+"}${hours}h\n`);
    renameSync(`${file}.new`, file);
  };
  set(0);
  const env = {
    LD_PRELOAD: LIBRARY,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
  return { env, set };
}

describeMounts("a clock that jumps", () => {
  test.skipIf(!existsSync(LIBRARY))("changes nothing but the times of new files", async () => {
    const clock = createClock();
    const one = await mount({ env: clock.env });
    for (const hours of [0, 200, -200]) {
      clock.set(hours);
      const [mine, theirs] = [`mine ${hours}`, `theirs ${hours}`];
      await fs.writeFile(at(one, mine), mine);
      const { mtimeMs } = await fs.stat(at(one, mine));
      expect(Math.abs(mtimeMs - Date.now() - hours * HOUR_MS)).toBeLessThan(HOUR_MS);
      const route = `${filesystem().base}/files?path=/${encodeURIComponent(theirs)}`;
      await call(service(), tenant().key, "PUT", route, theirs);
      await eventually("the change by another", () =>
        fs.readFile(at(one, theirs), "utf8").then(
          (text) => text === theirs,
          () => false,
        ),
      );
      expect((await one.status()).live).toBe(true);
    }
    await expectAgreement(source(), one.directory);
  });

  if (isLong)
    test.skipIf(!existsSync(LIBRARY))("back: what stays open is stored in time", isStored);
});

async function isStored() {
  const clock = createClock();
  const one = await mount({ env: clock.env });
  const opened = await holdOpen(at(one, "open"), "written");
  clock.set(-200);
  await eventually(
    "the file",
    async () => String(await readByApi(source(), "/open")) === "written",
    50_000,
  );
  await opened.close();
}
