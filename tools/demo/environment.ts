import path from "node:path";

import { ensureCertificate } from "@/examples/receiver/certificate";
import { serviceSettings } from "@/examples/receiver/instructions";
import { freePort } from "@/lib/server/launch/free-port";
import type { Child } from "@/testing/programs/children";
import { makeAccount, startService } from "@/testing/programs/service";

import type { DemoOptions } from "./options";

/**
 * The host name in the webhook's URL; it does not resolve, and the service is configured with its
 * address.
 */
const HOST_NAME = "receiver.test";

/** A service that can reach our receiver, and a key to it. */
export type DemoEnvironment = {
  api: string;
  key: string;
  org: string;
  receiver: { hostName: string; port: number; certificates: string };
};

/**
 * Returns the service that the options name, or starts one in `directory`. What it starts is passed
 * to `started`, so that the caller always stops it. `log` gets progress messages.
 */
export async function prepareEnvironment(
  options: DemoOptions,
  directory: string,
  started: (child: Child) => void,
  { log, signal }: { log: (sentence: string) => void; signal: AbortSignal },
): Promise<DemoEnvironment> {
  const { running } = options;
  const certificates = running?.certificates ?? path.join(directory, "certificates");
  const { caFile } = await ensureCertificate(certificates, HOST_NAME);
  const port = running?.receiverPort ?? (await freePort());
  const settings = serviceSettings(HOST_NAME, port, caFile);
  const receiver = { hostName: HOST_NAME, port, certificates };

  if (running !== null) {
    log(`Using the service at ${running.api}. It must have been started with`);
    for (const [name, value] of Object.entries(settings)) log(`  ${name}="${value}"`);
    return { api: running.api, ...(running.account ?? (await makeAccount({}))), receiver };
  }
  log(`Starting a service with raised rate limits in ${directory} …`);
  const service = await startService(directory, settings, started, signal);
  log(`The service is ready at ${service.origin}.`);
  const account = await makeAccount({ TIDEMARK_DATA_DIR: service.dataDir });
  return { api: service.origin, ...account, receiver };
}
