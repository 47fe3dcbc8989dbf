import fs from "node:fs";
import path from "node:path";

import { LaunchError } from "./launch-error";
import { outlastDead, shareLock, takeLock, unshareLock } from "./lock";
import { type Holder, lockHolder } from "./lock-holder";

/** The lock of the one service that may use the data directory. */
const startLock = (dataDir: string) => path.join(dataDir, "start.lock");

/**
 * Keeps other services from the data directory until `stop` or the exit of this process.
 * @throws LaunchError naming the one that uses it
 */
export async function claimDataDir(dataDir: string): Promise<{ stop(): void }> {
  const lock = await outlastDead(startLock(dataDir), takeLock);
  if ("release" in lock) return { stop: () => lock.release() };
  throw new LaunchError(
    lock.heldBy.elsewhere
      ? `${nameOf(lock.heldBy)} already uses ${dataDir}; stop that container, or give this one a volume of its own`
      : `${nameOf(lock.heldBy)} already uses ${dataDir}; stop it, or set TIDEMARK_DATA_DIR and PORT`,
  );
}

/** The service that uses the data directory, in words, or undefined. */
export function dataDirUser(dataDir: string): string | undefined {
  const holder = lockHolder(startLock(dataDir));
  return holder && nameOf(holder);
}

const nameOf = ({ pid, elsewhere }: Holder) =>
  elsewhere ? "a service in another container" : `another npm start (process ${pid})`;

/**
 * Lets only processes that see each other run the server of the cluster, until `releaseCluster` or their exit. Two
 * servers would destroy it, and PostgreSQL too knows one in another container by its process id only.
 * @throws LaunchError if one of another container may run it
 */
export async function claimCluster(directory: string): Promise<void> {
  fs.mkdirSync(path.dirname(directory), { recursive: true, mode: 0o711 });
  const lock = await outlastDead(clusterLock(directory), shareLock);
  if ("heldBy" in lock)
    throw new LaunchError(
      `the database in ${directory} is in use in another container; run this there, or stop that container`,
    );
}

/** The server of the cluster was stopped. */
export function releaseCluster(directory: string): void {
  unshareLock(clusterLock(directory));
}

const clusterLock = (directory: string) => `${directory}.lock`;
