import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import type { BenchEnvironment } from "./environment";
import { execute } from "./execute";
import { localDirectory, mountService, mountSshfs, type Target } from "./mount-targets";

const FILES = 2_000;
const FOLDERS = 40;
const MIB = 256;
// Before it a target forgets what it knows.
const COLD = "find, mounted again";

/** What people do with files; `$S` is the source on the local disk. Each continues where the one before ended. */
const WORK: readonly (readonly [name: string, script: string])[] = [
  [`untar ${FILES} files`, "mkdir t && tar -C t -xf $S/files.tar"],
  [`git clone, ${FILES} files`, "git clone -q file://$S/repository c"],
  ["git status", "git -C c status --short"],
  ["find", "find . | wc -l"],
  [COLD, "find . | wc -l"],
  [`write ${MIB} MiB`, `dd if=$S/big of=big bs=1M status=none`],
  [`read ${MIB} MiB`, "cat big > /dev/null"],
  [`rm -r ${FILES} files`, "rm -r t"],
];

/**
 * The same work on the local disk, on two mounts, and through sshfs with OpenSSH if these programs are there. Seconds;
 * each mount caches in a directory of its own.
 */
export async function benchMounts(environment: BenchEnvironment, log: (line: string) => void) {
  const base = mkdtempSync(path.join(os.tmpdir(), "tidemark-bench-mounts-"));
  const targets: Target[] = [];
  try {
    // As it is published: from TypeScript a process takes longer to be warm than some of the work does.
    await execute("npm", ["run", "pack:cli"], {});
    await makeSource(base);
    targets.push(localDirectory(base));
    targets.push(await mountService(environment, base, "behind"));
    targets.push(await mountService(environment, base, "close"));
    const sshfs = await mountSshfs(base);
    if (sshfs === null) log("install sshfs and openssh-server to compare with them");
    else targets.push(sshfs);
    const rows = WORK.map(([what]): Record<string, string | number> => ({ what }));
    for (const target of targets) {
      log(`${target.name} …`);
      for (const [n, [what, script]] of WORK.entries()) {
        if (what === COLD) await target.forget();
        const begun = performance.now();
        await execute("sh", ["-ec", script], { S: base }, target.directory);
        Object.assign(rows[n] ?? {}, { [target.name]: seconds(performance.now() - begun) });
      }
    }
    return rows;
  } finally {
    for (const target of targets) await target.remove();
    rmSync(base, { recursive: true, force: true });
  }
}

const seconds = (ms: number) => Math.round(ms / 10) / 100;

async function makeSource(base: string): Promise<void> {
  for (let n = 0; n < FILES; n++) {
    const folder = path.join(base, "repository", `folder-${n % FOLDERS}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, `file-${n}.txt`), `${n} `.repeat(n % 700));
  }
  const commit =
    "git init -q && git add . && git -c user.name=b -c user.email=b@test commit -qm one";
  await execute("sh", ["-ec", commit], {}, path.join(base, "repository"));
  await execute("tar", ["--exclude=.git", "-cf", "files.tar", "repository"], {}, base);
  await execute("sh", ["-ec", `head -c ${MIB}M /dev/urandom > big`], {}, base);
}
