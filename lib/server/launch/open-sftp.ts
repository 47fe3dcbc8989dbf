import net from "node:net";

import { errorCodeOf } from "@/lib/errors";
import type { Settings } from "@/lib/settings";

import { type Door, openDoor } from "./door";
import { ensureHostKeys } from "./host-keys";
import { LaunchError } from "./launch-error";
import { say } from "./progress";
import type { Starter } from "./starter";

/**
 * Listens on the port of the SFTP gateway, and completes its settings in `env`; null without a gateway. A default port
 * that is taken is no reason not to start: the gateway is then left out, which a line says.
 * @throws LaunchError if a port that was set cannot be used
 */
export async function openSftp(
  { sftp: { port, isDefaultPort }, host, dataDir }: Settings,
  env: NodeJS.ProcessEnv,
  starterOf: (env: NodeJS.ProcessEnv) => Starter,
): Promise<Door | null> {
  const keys = port === 0 ? "" : await ensureHostKeys(dataDir, env);
  const server = net.createServer({ pauseOnConnect: true });
  const problem = port === 0 ? undefined : await listen(server, port, host);
  env["SFTP_PORT"] = problem === undefined ? String(port) : "0";
  env["SFTP_HOST_KEYS"] = keys;
  if (port === 0) return null;
  if (problem === undefined)
    return openDoor("sftp", server, starterOf(env), (line) => say(`! ${line}`));
  const isTaken = problem === "EADDRINUSE";
  const why = isTaken ? "is already in use by another program" : `cannot be used (${problem})`;
  if (!isDefaultPort)
    throw new LaunchError(`port ${port} ${why}; set SFTP_PORT to another one, or to 0 for none`);
  say(`! port ${port} ${why}: started without SFTP; set SFTP_PORT to another one`);
  return null;
}

/** Listens where the web server listens. Resolves to the reason if the port cannot be used. */
function listen(
  server: net.Server,
  port: number,
  host: string | undefined,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    server.once("error", (error) => resolve(errorCodeOf(error) ?? error.message));
    server.listen(port, host, () => resolve(undefined));
  });
}
