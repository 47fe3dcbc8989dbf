import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { isInstalled } from "@/testing/fuse/has-fuse";
import { type SftpService, startSftpService } from "@/testing/sftp";
import { createSftpHome, run, type SftpHome } from "@/testing/sftp-home";
import { type MirrorReceiver, startMirrorReceiver } from "@/testing/webhook-mirror";

const hasOpenssh = (await isInstalled("sftp")) && (await isInstalled("scp"));
const hasRclone = await isInstalled("rclone");

let receiver: MirrorReceiver;
let service: SftpService;
let home: SftpHome;

beforeAll(async () => {
  receiver = await startMirrorReceiver();
  service = await startSftpService(receiver.options);
  receiver.deliver(service);
});

afterAll(async () => {
  await receiver.close();
  await service.close();
});

beforeEach(async () => {
  home = await createSftpHome(service, receiver);
});

afterEach(() => home.remove());

const file = (name: string) => home.file(name);

async function sftp(...commands: string[]): Promise<string> {
  writeFileSync(file("batch"), commands.join("\n"));
  const batch = ["-P", String(home.port), "-o", "BatchMode=no", "-b", file("batch")];
  const { stdout } = await home.client("sftp", ...home.options, ...batch, home.user);
  return stdout;
}

test.skipIf(!hasOpenssh)("OpenSSH sftp: uploads, lists, renames, resumes and removes", async () => {
  const data = Buffer.alloc(600_000, "0123456789");
  writeFileSync(file("a.txt"), "hello");
  writeFileSync(file("part"), data.subarray(0, 250_000));
  writeFileSync(file("whole"), data);
  const listed = await sftp(
    `put ${file("a.txt")} /a.txt`,
    `put ${file("part")} /data.part`,
    "mkdir /d",
    "rename /a.txt /d/b.txt",
    "ln -s d/b.txt /l",
    `reput ${file("whole")} /data.part`,
    "rename /data.part /data",
    "ls -l /",
    `get /l ${file("back")}`,
    `get /data ${file("data")}`,
  );
  expect(listed).toMatch(/drwxr-xr-x .* d\n/);
  expect(listed).toMatch(/-rw-r--r-- .* 600000 .* data\n/);
  expect(readFileSync(file("back"), "utf8")).toBe("hello");
  expect(readFileSync(file("data")).equals(data)).toBe(true);
  await sftp("rm /d/b.txt", "rmdir /d");
  expect(await home.download("/d/b.txt")).toBe(404);
  await home.expectMirrorsToAgree();
});

test.skipIf(!hasOpenssh)("scp copies a tree there and back", async () => {
  mkdirSync(file("tree/sub"), { recursive: true });
  for (let i = 0; i < 20; i++) writeFileSync(file(`tree/sub/${i}.txt`), `file ${i}`);
  const scp = (...args: string[]) =>
    home.client("scp", "-r", "-p", "-P", String(home.port), ...home.options, ...args);
  await scp(file("tree"), `${home.user}:/`);
  expect(await home.download("/tree/sub/7.txt")).toBe("file 7");
  await scp(`${home.user}:/tree`, file("back"));
  expect(readdirSync(file("back/sub")).toSorted()).toEqual(
    readdirSync(file("tree/sub")).toSorted(),
  );
  await home.expectMirrorsToAgree();
});

test.skipIf(!hasRclone)(
  "rclone syncs a tree, then finds nothing to do and no difference",
  async () => {
    mkdirSync(file("tree/it's [new]"), { recursive: true });
    for (let i = 0; i < 30; i++) writeFileSync(file(`tree/it's [new]/${i}.txt`), `file ${i}`);
    writeFileSync(file("tree/big"), Buffer.alloc(300_000, "x"));
    utimesSync(file("tree/big"), 1_600_000_000, 1_600_000_000);
    const { stdout } = await run("rclone", ["obscure", home.ticket]);
    const remote = `:sftp,host=127.0.0.1,port=${home.port},user=${home.session},pass=${stdout.trim()},known_hosts_file=${file("known")}:`;
    const rclone = (...args: string[]) =>
      home.client("rclone", "--config", "", "--retries", "1", ...args);
    await rclone("sync", file("tree"), remote);
    const again = await rclone("sync", "-v", "--dry-run", file("tree"), remote);
    expect(again.stderr).not.toMatch(/Skipped (copy|update)/);
    const checked = await rclone("check", "-v", file("tree"), remote);
    expect(checked.stderr).toMatch(/31 matching files/);
    expect(checked.stderr).not.toMatch(/hashes could not be checked/);
    rmSync(file("tree/it's [new]/3.txt"));
    await rclone("sync", file("tree"), remote);
    expect(await home.download("/it's [new]/3.txt")).toBe(404);
    await home.expectMirrorsToAgree();
  },
);
