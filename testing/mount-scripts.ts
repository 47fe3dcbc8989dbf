/** The same script runs in a directory of the local disk and in one of a mount. */
export type Script = {
  name: string;
  /** The program it needs. */
  needs: string;
  script: string;
  /** Times of modification are set by the program, so they are equal too. */
  setsTimes?: boolean;
};

const GIT = `
export GIT_AUTHOR_DATE=2026-01-02T03:04:05Z GIT_COMMITTER_DATE=2026-01-02T03:04:05Z HOME=/nonexistent
export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
git init -q -b main --template= repository
cd repository
git config pack.threads 1
for i in $(seq $FILES); do mkdir -p d$((i % 7)); echo "file $i" > d$((i % 7))/f$i; done
git add . && git commit -q -m one
git clone -q --template= . ../clone
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

/** Seconds in all. FROM has their sources, FILES says how many files git gets. */
export const SCRIPTS: Script[] = [
  { name: "git", needs: "git", script: GIT },
  {
    name: "tar unpacks times, modes, symbolic and hard links",
    needs: "tar",
    script: "tar -x --same-permissions -f $FROM/archive.tar",
    setsTimes: true,
  },
  {
    name: "rsync finds nothing left to copy",
    needs: "rsync",
    script: `
rsync -aH $FROM/tree/ copy && echo more >> copy/sub/two && rm copy/broken
rsync -aH --checksum $FROM/tree/ copy
test -z "$(rsync -aHn --checksum --itemize-changes --omit-dir-times $FROM/tree/ copy)"`,
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
  {
    name: "sqlite that is killed within a transaction has none of it",
    needs: "sqlite3",
    script: `
sqlite3 db 'CREATE TABLE t (text TEXT); INSERT INTO t VALUES (hex(zeroblob(20000)))'
sqlite3 db 'PRAGMA cache_size = 1' 'BEGIN' 'UPDATE t SET text = "lost"' \\
  'INSERT INTO t SELECT hex(zeroblob(90000)) FROM pragma_compile_options' '.shell kill -9 $PPID' || test $? = 137
test -s db-journal
test "$(sqlite3 db 'PRAGMA integrity_check; SELECT length(text) FROM t')" = "ok
40000"`,
  },
  {
    // What vi wrote has no event for the other name (spec 5.23), of which a mirror may know from before: the last step has.
    name: "vi and sed replace a file",
    needs: "vi",
    script: `
printf 'one\\ntwo\\n' > text && ln text same
vi -u NONE -n -e -s -c 'set writebackup backupcopy=no' -c '%s/one/three/' -c wq text
test "$(head -n 1 text)" = three
sed -i s/two/four/ text && chmod 600 text && sed -i s/three/five/ text && chmod 640 same`,
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

/** For the long gate. PERCENT says how much of each to do. */
export const LONG_SCRIPTS: Script[] = [
  {
    name: "fio verifies what it wrote",
    needs: "fio",
    script: `
for rw in randwrite write randrw; do
  fio --name=$rw --rw=$rw --bs=4k-128k --size=$((PERCENT * 2))m --verify=crc32c --verify_fatal=1 --end_fsync=1 \\
    --directory=. --output=/dev/null && rm $rw.*
done`,
  },
  {
    name: "1 GiB",
    needs: "dd",
    script: `
for i in $(seq $PERCENT); do head -c 10737418 $FROM/large; done | dd of=large bs=1M iflag=fullblock status=none
for i in $(seq $PERCENT); do head -c 10737418 $FROM/large; done | cmp - large`,
  },
  {
    name: "npm ci and a build of this project",
    needs: "npm",
    script: `
test $PERCENT = 100 || exit 0
git -C $PROJECT archive HEAD | tar -x
npm ci --ignore-scripts --no-audit --no-fund --prefer-offline > /dev/null
npm run -s generate && npx next typegen && npx tsc --noEmit
npx esbuild bin/web.ts --bundle --packages=external --platform=node --format=esm --outfile=built.mjs
rm -r .next *.tsbuildinfo`,
  },
];
