import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { hasFuse, isInstalled } from "@/testing/fuse/has-fuse";
import { expectAgreement, readFeed, readLocal } from "@/testing/mount-agreement";
import { startMountService } from "@/testing/mount-service";
import { mountIn, releaseMounts, temporary, type TestMount } from "@/testing/mounting";
import type { TestService } from "@/testing/service";
import { createFilesystem, createTenant } from "@/testing/tenant";

// Only asynchronous calls touch a mount, so that one that hangs fails.
const { isUsable, reason } = await hasFuse();
const suite = describe.skipIf(!isUsable);
const title = (text: string) => (isUsable ? text : `${text} (not run: ${reason})`);
const DEADLINE = { timeout: 90_000 };

/** The same script runs in a directory of the local disk and in one of the mount. */
type Program = {
  name: string;
  needs: string;
  script: string;
  /** Times of modification are set by the program, so they are equal too. */
  setsTimes?: boolean;
};

const GIT = `
export GIT_AUTHOR_DATE=2026-01-02T03:04:05Z GIT_COMMITTER_DATE=2026-01-02T03:04:05Z HOME=/nonexistent
export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
git init -q -b main repository
cd repository
git config pack.threads 1
for i in $(seq $FILES); do mkdir -p d$((i % 7)); echo "file $i" > d$((i % 7))/f$i; done
git add . && git commit -q -m one
git clone -q . ../clone
git gc -q && git fsck --strict
test -z "$(git status --porcelain)"
cd .. && diff -r --exclude .git repository clone
git -C clone fsck --strict && git -C clone remote remove origin && rm -r clone/.git/logs`;

const MMAP = `
import mmap
with open("m", "wb") as made: made.write(bytes(100000))
with open("m", "r+b") as opened:
    with mmap.mmap(opened.fileno(), 0) as area:
        area[5:10] = b"hello"
        area[70000:70004] = b"last"
        area.flush()
    with mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as area:
        assert area[70000:70004] == b"last"
`;

const PROGRAMS: Program[] = [
  { name: "git", needs: "git", script: GIT },
  {
    name: "tar unpacks times, modes, symbolic and hard links",
    needs: "tar",
    script: "tar -x --same-permissions -f $FROM/archive.tar",
    setsTimes: true,
  },
  {
    name: "sqlite commits transactions",
    needs: "sqlite3",
    script: `
sqlite3 db 'CREATE TABLE t (n INTEGER PRIMARY KEY, text TEXT)'
for i in $(seq 10); do echo "INSERT INTO t (text) VALUES (hex(zeroblob(2000)));"; done | sqlite3 db
test "$(sqlite3 db 'DELETE FROM t WHERE n = 3; PRAGMA integrity_check; SELECT count(*) FROM t')" = "ok
9"`,
  },
  { name: "cp -a", needs: "cp", script: "cp -a $FROM/tree copy", setsTimes: true },
  {
    name: "mv of a directory, onto a file and back",
    needs: "mv",
    script: `
mkdir -p a/b && echo one > a/b/one && echo two > a/two && echo old > target
mv a c && mv c/two target && mv c d && mkdir e && mv d e/d && ls e/d/b`,
  },
  {
    name: "appending, truncating and holes",
    needs: "dd",
    script: `
for i in $(seq 10); do echo "line $i" >> log; done
dd if=$FROM/random of=sparse bs=1000 count=3 seek=200 conv=notrunc status=none
dd if=$FROM/random of=sparse bs=1000 count=1 seek=7 conv=notrunc status=none
cp log cut && truncate -s 9 cut && truncate -s 5000 cut && echo end >> cut
cp $FROM/random random && truncate -s 70000 random && truncate -s 0 log && echo again >> log`,
  },
  { name: "a shared mapping", needs: "python3", script: `python3 -c '${MMAP}'` },
  { name: "30 MB", needs: "cp", script: "cp $FROM/large large && cmp $FROM/large large" },
];

const available = new Set<string>();
for (const { needs } of PROGRAMS) if (await isInstalled(needs)) available.add(needs);

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let from: string;
beforeAll(async () => {
  service = await startMountService();
  tenant = await createTenant(service);
  from = temporary();
  await createSources(from);
});
afterAll(async () => {
  await releaseMounts();
  await service.close();
}, DEADLINE.timeout);

suite.each(["close", "behind"] as const)(title("a mount stores on %s"), DEADLINE, (durability) => {
  let first: TestMount;
  let second: TestMount;
  let base: string;
  let id: string;
  beforeAll(async () => {
    ({ id, base } = await createFilesystem(service, tenant));
    [first, second] = await Promise.all([
      mountIn(service, tenant, id, { durability }),
      mountIn(service, tenant, id),
    ]);
  }, DEADLINE.timeout);

  const source = (folder: string) => ({ service, key: tenant.key, base, folder });

  for (const [index, { name, needs, script, setsTimes = false }] of PROGRAMS.entries())
    test.skipIf(!available.has(needs))(name, async () => {
      const folder = `/p${index}`;
      const local = temporary();
      const mounted = path.join(first.directory, folder);
      await fs.mkdir(mounted);
      await Promise.all([local, mounted].map((cwd) => run(script, cwd, durability)));
      const expected = await readLocal(local, folder);
      const found = await readLocal(mounted, folder);
      expect(comparable(found, setsTimes)).toEqual(comparable(expected, setsTimes));
      await isStored(first, second, `after-${index}`);
      await expectAgreement(source(folder), first.directory, second.directory);
    });

  test("a new mount shows all of it; every event says which mount made the change", async () => {
    const author = `mount:${(await first.status()).session_id}`;
    const events = await readFeed(source("/"));
    expect(events.filter((event) => event.origin !== "mount" || event.author !== author)).toEqual(
      [],
    );
    const third = await mountIn(service, tenant, id, { readOnly: true });
    await expectAgreement(source("/"), first.directory, third.directory);
  });
});

/** What the programs read, on the local disk. */
async function createSources(directory: string): Promise<void> {
  await fs.writeFile(path.join(directory, "random"), randomBytes(100_000));
  await fs.writeFile(path.join(directory, "large"), randomBytes(30_000_000));
  const script = `
mkdir -p tree/sub/empty && cd tree
echo one > one && echo two > sub/two && ln one sub/hard && ln -s ../one sub/soft && ln -s nowhere broken
cp $FROM/random sub/random && chmod 0751 sub && chmod 0600 sub/two && chmod 4755 one && : > sub/nothing
touch -d 2001-02-03T04:05:06.123456789Z one && touch -d 1969-12-31T23:59:58.000000001Z sub/two
touch -h -d 2030-01-01T00:00:00.5Z sub/soft
tar --format=posix -C .. -c -f ../archive.tar tree`;
  await promisify(execFile)("sh", ["-ec", script], {
    cwd: directory,
    env: { ...process.env, FROM: directory },
  });
}

/** Runs a script with its own deadline: a hanging one cannot be waited for. */
async function run(script: string, cwd: string, durability: "close" | "behind"): Promise<void> {
  // What waits at each close takes fewer files.
  const env = { ...process.env, FROM: from, FILES: durability === "close" ? "40" : "300" };
  const limits = { timeout: 60_000, killSignal: "SIGKILL" } as const;
  await promisify(execFile)("sh", ["-euc", script], { cwd, env, ...limits });
}

/** All that was done on one mount is at the service, and the other one has seen it. */
async function isStored(first: TestMount, second: TestMount, name: string): Promise<void> {
  const root = await fs.open(first.directory);
  await fs.writeFile(path.join(first.directory, name), name);
  await root.sync();
  await root.close();
  await eventually("the other mount", () =>
    fs.readFile(path.join(second.directory, name), "utf8").then(
      (text) => text === name,
      () => false,
    ),
  );
}

/** Without what differs between directories: inode numbers and times in the index, times that no program set. */
const comparable = (tree: Awaited<ReturnType<typeof readLocal>>, setsTimes: boolean) =>
  new Map(
    [...tree]
      .filter(([name]) => !name.endsWith("/.git/index"))
      .map(([name, shown]) => [name, setsTimes ? shown : { ...shown, modifiedNs: null }]),
  );
