import path from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { hasFuse } from "@/testing/fuse/has-fuse";
import { startMountService } from "@/testing/mount-service";
import { mountIn, releaseMounts, temporary } from "@/testing/mounting";
import { judge, PROGRAM, runProgram, runScript, scriptsOf } from "@/testing/posix-suite";
import { repeats } from "@/testing/repeats";
import type { TestService } from "@/testing/service";
import { createFilesystem, createTenant } from "@/testing/tenant";

// The scripts of pjdfstest come from GitHub only: the directory in which it was built.
const SUITE = process.env["PJDFSTEST"] ?? "";
const PERCENT = repeats(0, 100);
const DEADLINE = { timeout: 3_600_000 };

test("times of access are excepted from what pjdfstest asks for, and nothing else", () => {
  const output = `1..4
ok 1
not ok 2 - tried 'lstat pjdfstest_1 atime', expected 1900000000, got 1950000000
not ok 3 - tried 'lstat pjdfstest_1 mtime', expected 1900000000, got 1950000000`;
  expect(judge(output)).toEqual({
    planned: 4,
    run: 3,
    failed: ["not ok 3 - tried 'lstat pjdfstest_1 mtime', expected 1900000000, got 1950000000"],
  });
  const ended = "1..7\nok 1\nCould not determine if it has 64 bits (probe_atime='1'; DATE1='2')";
  expect(judge(ended)).toMatchObject({ planned: 1, run: 1 });
  expect(judge("1..7\nok 1")).toMatchObject({ planned: 7, run: 1 });
});

const canRun = (await hasFuse()).isUsable && process.getuid?.() === 0 && PERCENT > 0;
if (canRun && (SUITE !== "" || PROGRAM !== null))
  describe("pjdfstest", DEADLINE, () => {
    let service: TestService;
    let directory: string;
    beforeAll(async () => {
      service = await startMountService();
      const tenant = await createTenant(service);
      const { id } = await createFilesystem(service, tenant);
      ({ directory } = await mountIn(service, tenant, id, { owners: true }));
    }, DEADLINE.timeout);
    afterAll(async () => {
      await releaseMounts();
      await service.close();
    }, DEADLINE.timeout);

    test.runIf(PROGRAM !== null)("in Rust passes but for the exceptions", async () => {
      const config = path.join(temporary(), "config.toml");
      const { passed, failed, output } = await runProgram(PROGRAM ?? "", config, directory);
      expect(failed, output).toEqual([]);
      expect(passed).toBeGreaterThan(380);
    });

    test.runIf(SUITE !== "")("passes but for the exceptions", async () => {
      const scripts = await scriptsOf(SUITE);
      const failed: string[] = [];
      for (const script of scripts.filter((_, index) => index % 100 < PERCENT)) {
        const result = await runScript(script, directory);
        const name = path.relative(SUITE, script);
        if (result.run !== result.planned)
          failed.push(`${name}: ${result.run} of ${result.planned} tests`);
        failed.push(...result.failed.map((line) => `${name}: ${line}`));
      }
      expect(scripts.length).toBeGreaterThan(100);
      expect(failed).toEqual([]);
    });
  });
