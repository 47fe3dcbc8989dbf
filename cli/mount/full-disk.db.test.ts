import fs from "node:fs/promises";

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { expectAgreement } from "@/testing/mount-agreement";
import { outcomeOf } from "@/testing/mount-programs";
import { startMountService } from "@/testing/mount-service";
import { mountIn, releaseMounts } from "@/testing/mounting";
import { at, describeMounts } from "@/testing/mounts-of-a-test";
import type { TestService } from "@/testing/service";
import { createFilesystem, createTenant } from "@/testing/tenant";

// More than any disk has: for the service its own is always nearly full.
const MIN_FREE_BYTES = String(2 ** 50);

let service: TestService;
beforeAll(async () => {
  service = await startMountService({ env: { MIN_FREE_BYTES } });
});
afterAll(() => service.close());
afterEach(releaseMounts);

describeMounts("a service whose disk is nearly full", () => {
  test("refuses what takes space at once with ENOSPC, and its bytes are kept", async () => {
    const tenant = await createTenant(service);
    const { id, base } = await createFilesystem(service, tenant);
    const one = await mountIn(service, tenant, id);
    expect(await outcomeOf(fs.writeFile(at(one, "large"), Buffer.alloc(200_000)))).toBe("ENOSPC");
    await fs.mkdir(at(one, "folder"));
    expect(one.log()).toMatch(/\/large was not stored \(ENOSPC\); its bytes are in .+\/kept\//);
    await expectAgreement({ service, key: tenant.key, base, folder: "/" }, one.directory);
  });
});
