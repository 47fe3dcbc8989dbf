import { prepareCode } from "@/lib/server/launch/prepare-code";

/**
 * Global setup of the system tests: builds the pages once, so that no service waits for the build of another one. The
 * journeys find them built.
 */
export async function setup(): Promise<void> {
  await prepareCode(process.cwd(), new AbortController().signal, () => undefined);
}
