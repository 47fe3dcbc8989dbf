import type { SFTPWrapper } from "ssh2";
import { afterAll, beforeAll, expect, test } from "vitest";

import {
  connect,
  createTicket,
  done,
  openSftp,
  type SftpService,
  startSftpService,
} from "@/testing/sftp";
import { call } from "@/testing/tenant";

// chown(2) takes it for "as it is".
const UNCHANGED = 0xffffffff;

let service: SftpService;
let tenant: Awaited<ReturnType<typeof createTicket>>;
let sftp: SFTPWrapper;
beforeAll(async () => {
  service = await startSftpService();
  tenant = await createTicket(service);
  const client = await connect(service, tenant.session, { password: tenant.ticket });
  sftp = await openSftp(client);
  await done((cb) => sftp.mkdir("/real", cb));
});
afterAll(() => service.close());

const read = (path: string) =>
  call(service, tenant.key, "GET", `${tenant.base}/files?path=${path}`);
const stat = async (path: string) =>
  (await call(service, tenant.key, "GET", `${tenant.base}/files:stat?path=${path}`)).body;

test("who changes the group alone leaves the owner, also of a file that is being written", async () => {
  await done((cb) => sftp.chown("/real", 7, 8, cb));
  await done((cb) => sftp.chown("/real", UNCHANGED, 5, cb));
  expect(await stat("/real")).toMatchObject({ uid: 7, gid: 5 });
  const handle = await done<Buffer>((cb) => sftp.open("/own", "w", cb));
  await done((cb) => sftp.write(handle, Buffer.from("data"), 0, 4, 0, cb));
  await done((cb) => sftp.fchown(handle, UNCHANGED, 5, cb));
  await done((cb) => sftp.fchown(handle, 9, UNCHANGED, cb));
  await done((cb) => sftp.close(handle, cb));
  expect((await read("/own")).body).toBe("data");
  expect(await stat("/own")).toMatchObject({ uid: 9, gid: 5 });
});
