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
  await done((cb) => sftp.symlink("/link", "real", cb));
});
afterAll(() => service.close());

const read = (path: string) =>
  call(service, tenant.key, "GET", `${tenant.base}/files?path=${path}`);
const stat = async (path: string) =>
  (await call(service, tenant.key, "GET", `${tenant.base}/files:stat?path=${path}`)).body;

test.each(["/real", "/link"])(
  "a file below %s that is opened while its close commits loses nothing",
  async (directory) => {
    const path = `${directory}/log-of-${directory.slice(1)}`;
    await done((cb) => sftp.writeFile(path.replace("/link", "/real"), "", cb));
    const closes: Promise<unknown>[] = [];
    let expected = "";
    for (let i = 0; i < 12; i++) {
      const handle = await done<Buffer>((cb) => sftp.open(path, "a", cb));
      const part = Buffer.from(`${i},`);
      expected += String(part);
      await done((cb) => sftp.write(handle, part, 0, part.length, 0, cb));
      // As sshfs does, which does not wait for it.
      closes.push(done((cb) => sftp.close(handle, cb)));
    }
    await Promise.all(closes);
    expect((await read(path.replace("/link", "/real"))).body).toBe(expected);
  },
);

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
