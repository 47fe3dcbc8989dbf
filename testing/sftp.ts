import { createServer } from "node:net";

import { Client, type ClientChannel, type ConnectConfig, type SFTPWrapper } from "ssh2";

import { createGateway, type Gateway } from "@/lib/sftp/gateway";
import { generateKey } from "@/lib/sftp/generate-key";
import { type HostKey, readHostKey } from "@/lib/sftp/host-keys";

import { listen } from "./listen";
import { SESSIONS } from "./mounts";
import { startTestService, type TestService } from "./service";
import { call, createFilesystem, createTenant } from "./tenant";

/** A gateway on its own port of 127.0.0.1. */
type TestGateway = { gateway: Gateway; port: number; hostKey: HostKey; close(): Promise<void> };

/** A service with a gateway; both end by `close`. */
export type SftpService = TestService & TestGateway;

/** Starts both for one test file. Close it in `afterAll`. */
export async function startSftpService(
  options: Parameters<typeof startTestService>[0] = {},
  now?: () => number,
): Promise<SftpService> {
  const service = await startTestService(options);
  const gateway = await startGateway(service, now);
  const close = async () => {
    await gateway.close();
    await service.close();
  };
  return { ...service, ...gateway, close };
}

/** Another gateway to the filesystems of a service. `now` is its clock, in milliseconds. */
export async function startGateway(
  { services }: Pick<TestService, "services">,
  now?: () => number,
): Promise<TestGateway> {
  const hostKey = readHostKey(generateKey("ed25519").private);
  if (typeof hostKey === "string") throw new Error(hostKey);
  const gateway = await createGateway(services, [hostKey], now);
  const server = createServer({ pauseOnConnect: true }, (socket) => gateway.take(socket));
  const port = await listen(server);
  return {
    gateway,
    port,
    hostKey,
    async close() {
      server.close();
      await gateway.close();
    },
  };
}

/** A filesystem with a mount session that was not exchanged yet. */
export async function createTicket(service: TestService, mode: "ro" | "rw" = "rw") {
  const tenant = await createTenant(service);
  const filesystem = await createFilesystem(service, tenant);
  return { ...tenant, ...filesystem, ...(await addTicket(service, tenant, filesystem.id, mode)) };
}

/** Another session of a filesystem. */
export async function addTicket(
  service: Pick<TestService, "url">,
  { key }: { key: string },
  filesystemId: string,
  mode: "ro" | "rw",
): Promise<{ session: string; ticket: string }> {
  const { body } = await call(service, key, "POST", SESSIONS, {
    filesystem_id: filesystemId,
    mode,
  });
  return { session: body.id, ticket: body.ticket };
}

/** Connects with ssh2's own client. @throws its error, or one for a connection that was closed */
export async function connect(
  { port }: { port: number },
  session: string,
  config: ConnectConfig,
): Promise<Client> {
  const client = new Client();
  client.connect({ host: "127.0.0.1", port, username: session, ...config });
  await new Promise((resolve, reject) => {
    client.once("ready", () => resolve(undefined));
    client.on("error", reject);
    client.once("close", () => reject(new Error("the connection was closed")));
  });
  return client;
}

/** Opens SFTP on a connection, with ssh2's client of the protocol. */
export const openSftp = (client: Client): Promise<SFTPWrapper> =>
  new Promise((resolve, reject) => {
    client.sftp((error, sftp) => (error ? reject(error) : resolve(sftp)));
  });

/** Opens SFTP on a connection as a stream, to send any bytes. */
export const openRaw = (client: Client): Promise<ClientChannel> =>
  new Promise((resolve, reject) => {
    client.subsys("sftp", (error, channel) => (error ? reject(error) : resolve(channel)));
  });

/** The result of a call whose last parameter is a callback. `T` is what it calls back with. */
export const done = async <T = unknown>(
  start: (callback: (error: Error | null | undefined, result?: T) => void) => unknown,
): Promise<T> =>
  new Promise((resolve, reject) => {
    // oxlint-disable-next-line typescript/no-non-null-assertion -- undefined only where T is
    start((error, result) => (error ? reject(error) : resolve(result!)));
  });
