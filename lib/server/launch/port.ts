import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { errorCodeOf } from "@/lib/errors";
import type { Settings } from "@/lib/settings";

import { LaunchError } from "./launch-error";

const TIMEOUT_MS = 4_000;

/**
 * Checks that the web server's port is free. Waits a few seconds for the children of a killed
 * predecessor to exit.
 * @throws LaunchError if the port is taken or not allowed
 */
export async function requirePort(
  { port, host }: Pick<Settings, "port" | "host">,
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const code = await tryListen(port, host);
    if (code === undefined) return;
    if (code === "EACCES")
      throw new LaunchError(
        `port ${port} needs more privileges than this user has; set PORT to another one`,
      );
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      throw new LaunchError(`this machine has no address ${host}; set HOST to one that it has`);
    if (code !== "EADDRINUSE") throw new LaunchError(`port ${port} cannot be used (${code})`);
    if (Date.now() > deadline)
      throw new LaunchError(
        `port ${port} is already in use by another program; set PORT to another one`,
      );
    await sleep(100, undefined, { signal });
  }
}

function tryListen(port: number, host: string | undefined): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once("error", (error) => resolve(errorCodeOf(error) ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}
