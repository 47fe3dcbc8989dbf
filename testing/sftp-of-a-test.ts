import type { Client, SFTPWrapper } from "ssh2";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

import { connect, createTicket, done, openSftp, type SftpService, startSftpService } from "./sftp";
import { call } from "./tenant";

/**
 * A gateway for the tests of a file, and for each of them a filesystem and a client that is connected to it.
 * @param now the gateway's clock, in milliseconds
 */
export function useSftp(now?: () => number) {
  let service: SftpService;
  let tenant: Awaited<ReturnType<typeof createTicket>>;
  let client: Client;
  let sftp: SFTPWrapper;
  const reconnect = async () => {
    client = await connect(service, tenant.session, { password: tenant.ticket });
    sftp = await openSftp(client);
  };
  beforeAll(async () => {
    service = await startSftpService({}, now);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    tenant = await createTicket(service);
    await reconnect();
  });
  afterEach(() => void client.end());
  const send = (method: string, route: string, body?: string | object) =>
    call(service, tenant.key, method, tenant.base + route, body);
  return {
    service: () => service,
    tenant: () => tenant,
    client: () => client,
    sftp: () => sftp,
    reconnect,
    open: (path: string, flags: "w" | "r" | "r+" | "a" | "wx") =>
      done<Buffer>((callback) => sftp.open(path, flags, callback)),
    write: (handle: Buffer, data: Buffer | string, at: number) => {
      const bytes = Buffer.from(data);
      return done((callback) => sftp.write(handle, bytes, 0, bytes.length, at, callback));
    },
    close: (handle: Buffer) => done((callback) => sftp.close(handle, callback)),
    /** A request of the API to the filesystem. */
    send,
    /** What the API has at a path, or the status of its refusal. */
    get: async (path: string) => {
      const { status, body } = await send("GET", `/files?path=${path}`);
      return status === 200 ? body : status;
    },
  };
}
