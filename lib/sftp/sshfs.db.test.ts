import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { hasFuse, isInstalled } from "@/testing/fuse/has-fuse";
import { type SftpService, startSftpService } from "@/testing/sftp";
import { createSftpHome, run, type SftpHome } from "@/testing/sftp-home";
import { type MirrorReceiver, startMirrorReceiver } from "@/testing/webhook-mirror";

const DEADLINE_MS = 30_000;
const hasSshfs = (await hasFuse()).isUsable && (await isInstalled("sshfs"));

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

test.skipIf(!hasSshfs)("sshfs: a mount on which programs work", async () => {
  const mount = home.file("mnt");
  mkdirSync(mount);
  const args = [`${home.user}:/`, mount, "-f", "-p", String(home.port), ...home.options];
  const env = { ...process.env, ...home.env };
  const sshfs = spawn("sshfs", args, { env, stdio: ["ignore", "inherit", "inherit"] });
  const ended = once(sshfs, "exit");
  try {
    await eventually("the mount", async () => {
      const mounts = readFileSync("/proc/self/mounts", "utf8");
      return mounts.includes(` ${mount} fuse.sshfs`) || sshfs.exitCode !== null;
    });
    // Never from this process, which is the one that responds; not even as the directory of a child.
    const shell = async (script: string) =>
      (await run("sh", ["-ec", `cd ${mount}; ${script}`], { timeout: DEADLINE_MS })).stdout;
    const text = await shell(
      "mkdir d; echo 1 > d/a; echo 2 >> d/a; mv d/a d/b; ln -s b d/l; cat d/l",
    );
    expect(text).toBe("1\n2\n");
    await shell("cp d/b d/c; truncate -s 3 d/c; chmod 600 d/c; touch -d @1600000000 d/c");
    expect(await shell("stat -c '%s %a %Y' d/c")).toBe("3 600 1600000000\n");
    mkdirSync(home.file("src"));
    for (let i = 0; i < 50; i++) writeFileSync(home.file(`src/${i}`), `content ${i}`);
    await run("tar", ["-cf", home.file("src.tar"), "-C", home.home, "src"]);
    await shell(`tar -xf ${home.file("src.tar")}; diff -r src ${home.file("src")}; rm -r d`);
    const commit = "git init -q; git add .; git -c user.name=a -c user.email=a@b commit -qm one";
    await run("sh", ["-ec", commit], { cwd: home.file("src") });
    await shell(`git clone -q ${home.file("src")} clone; git -C clone fsck --strict`);
    await shell(`rsync -a ${home.file("src")}/ copy; diff -r copy ${home.file("src")}`);
    await eventually(
      "the last file",
      async () => (await home.download("/src/49")) === "content 49",
    );
    await home.expectMirrorsToAgree();
  } finally {
    await run("umount", ["-l", mount]).catch(() => undefined);
    sshfs.kill("SIGTERM");
    await ended;
  }
});
