import path from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { hasFuse } from "@/testing/fuse/has-fuse";
import { startMountService } from "@/testing/mount-service";
import { mountIn, releaseMounts } from "@/testing/mounting";
import { judge, runScript, scriptsOf } from "@/testing/posix-suite";
import { repeats } from "@/testing/repeats";
import type { TestService } from "@/testing/service";
import { createFilesystem, createTenant } from "@/testing/tenant";

// pjdfstest comes from GitHub only: the directory in which it was built.
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
});

const isRun = (await hasFuse()).isUsable && process.getuid?.() === 0 && SUITE !== "";
if (isRun && PERCENT > 0)
  describe("pjdfstest", DEADLINE, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startMountService();
    }, DEADLINE.timeout);
    afterAll(async () => {
      await releaseMounts();
      await service.close();
    }, DEADLINE.timeout);

    test("passes but for the exceptions", async () => {
      const tenant = await createTenant(service);
      const { id } = await createFilesystem(service, tenant);
      const { directory } = await mountIn(service, tenant, id, { owners: true });
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
