import { startTestService, type TestService } from "./service";
import { startWebProcess } from "./web-process";

/**
 * A test service whose requests another process serves. A test waits in the kernel when it uses a mount, or starts a
 * program while it has a file of one open; the mount then waits for the service, which could not respond in the same process.
 */
export async function startMountService(
  options: Parameters<typeof startTestService>[0] = {},
): Promise<TestService> {
  const service = await startTestService(options);
  const web = await startWebProcess(service, options.env);
  return {
    ...service,
    url: web.url,
    async close() {
      await web.stop();
      await service.close();
    },
  };
}
