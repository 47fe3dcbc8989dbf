import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { codeOf, LaunchError } from "./launch-error";

const PATIENCE_MS = 4_000;

/**
 * Makes sure that the web server will get its port. Waits some seconds for the processes of a killed
 * predecessor, which notice its end and leave.
 * @throws LaunchError if another program listens there or we may not.
 */
export async function requirePort(port: number, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const code = await tryListen(port);
    if (code === undefined) return;
    if (code === "EACCES")
      throw new LaunchError(`port ${port} needs more rights than this user has: set PORT`);
    if (code !== "EADDRINUSE") throw new LaunchError(`port ${port} cannot be used (${code})`);
    if (Date.now() > deadline)
      throw new LaunchError(`port ${port} is already in use by another program: set PORT`);
    await sleep(100, undefined, { signal });
  }
}

function tryListen(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once("error", (error) => resolve(codeOf(error) ?? error.message));
    server.listen(port, () => server.close(() => resolve(undefined)));
  });
}
