import path from "node:path";

import { afterAll, afterEach, beforeAll, beforeEach, describe } from "vitest";

import { hasFuse } from "./fuse/has-fuse";
import { startMountService } from "./mount-service";
import { mountIn, type MountOptions, releaseMounts, type TestMount } from "./mounting";
import type { TestService } from "./service";
import { createFilesystem, createTenant } from "./tenant";

export const DEADLINE = { timeout: 90_000 };
const { isUsable, reason } = await hasFuse();

/** Tests that need a kernel with FUSE. Only asynchronous calls may touch a mount, so that one that hangs fails. */
export const describeMounts = (title: string, tests: () => void) =>
  describe.skipIf(!isUsable)(isUsable ? title : `${title} (not run: ${reason})`, DEADLINE, tests);

/** A service for the tests of a file, and for each of them a filesystem and mounts, which end with it. */
export function useMounts() {
  let service: TestService;
  let tenant: Awaited<ReturnType<typeof createTenant>>;
  let filesystem: { id: string; base: string };
  beforeAll(async () => {
    service = await startMountService();
    tenant = await createTenant(service);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    filesystem = await createFilesystem(service, tenant);
  });
  afterEach(releaseMounts, DEADLINE.timeout);
  return {
    service: () => service,
    tenant: () => tenant,
    filesystem: () => filesystem,
    mount: (options: MountOptions = {}, url = service.url) =>
      mountIn({ url }, tenant, filesystem.id, options),
    /** All of the filesystem, for what reads it by the API. */
    source: () => ({ service, key: tenant.key, base: filesystem.base, folder: "/" }),
  };
}

/** The path of a name in a mount. */
export const at = ({ directory }: TestMount, ...names: string[]) => path.join(directory, ...names);
