import fs from "node:fs/promises";

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { type CuttingProxy, startCuttingProxy } from "@/testing/cutting-proxy";
import { listAll } from "@/testing/mount-agreement";
import { outcomeOf } from "@/testing/mount-programs";
import { startMountService } from "@/testing/mount-service";
import { mountIn, releaseMounts } from "@/testing/mounting";
import { at, describeMounts } from "@/testing/mounts-of-a-test";
import type { TestService } from "@/testing/service";
import { createFilesystem, createTenant } from "@/testing/tenant";

let service: TestService;
let proxy: CuttingProxy;
beforeAll(async () => {
  service = await startMountService({ env: { UPLOAD_IDLE_MS: "1000" } });
  proxy = await startCuttingProxy(service);
});
afterEach(releaseMounts);
afterAll(async () => {
  proxy.close();
  await service.close();
});

describeMounts("what breaks off on the way", () => {
  test("is sent again: a response after its headers, and an upload that stalls", async () => {
    const tenant = await createTenant(service);
    const { id, base } = await createFilesystem(service, tenant);
    const one = await mountIn({ url: proxy.url }, tenant, id);
    await fs.readdir(one.directory);
    proxy.cutResponse(":batch");
    expect(await outcomeOf(fs.writeFile(at(one, "small"), "small"))).toBe("ok");
    proxy.cutResponse("PUT ");
    expect(await outcomeOf(fs.writeFile(at(one, "large"), "z".repeat(100_000)))).toBe("ok");
    proxy.cutResponse(":move");
    expect(await outcomeOf(fs.rename(at(one, "large"), at(one, "moved")))).toBe("ok");
    proxy.stallRequest("PUT ");
    expect(await outcomeOf(fs.writeFile(at(one, "stalled"), "s".repeat(8_000_000)))).toBe("ok");
    expect(proxy.faults()).toBe(4);
    const listed = await listAll({ service, key: tenant.key, base, folder: "/" });
    expect(listed.map(({ path }) => path).toSorted()).toEqual(["/moved", "/small", "/stalled"]);
    expect(one.log()).not.toContain("was not stored");
  });
});
