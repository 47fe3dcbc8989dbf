import { openJournal } from "@/cli/mount/journal";
import type { JournalEntry } from "@/cli/mount/journal-line";
import { createQueue } from "@/cli/mount/queue";

// Adds changes to a journal until its disk, of which a limit of this process takes the place, has no room for another.
const [, , directory = ""] = process.argv;
const journal = openJournal(directory);
const toMake = (path: string): JournalEntry => ({
  kind: "change",
  change: { op: "mkdir", path },
});
const accepted: string[] = [];
const add = (path: string) => {
  const id = journal.add(toMake(path));
  accepted.push(path);
  return id;
};
const first = add("/first");
let refused = "";
while (refused === "")
  try {
    add(`/${accepted.length}-${"x".repeat(200)}`);
  } catch (error) {
    refused = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  }
// There is room for a short one, and it is the next line.
add("/s");
for (let n = 0; n < 9; n++) journal.end(first);
const outcomes: string[] = [];
const long = `/${"y".repeat(200)}`;
const remote = { change: () => Promise.resolve([]), stat: () => Promise.resolve(null) };
const queue = createQueue(remote, journal, 0, () => undefined);
await queue
  .add({
    entry: toMake(long),
    paths: [long],
    batchBytes: () => 0,
    start: () => ({ change: { op: "mkdir", path: long } }),
    finish: () => outcomes.push("finished"),
    fail: () => outcomes.push("failed"),
  })
  .catch(() => outcomes.push("rejected"));
process.stdout.write(JSON.stringify({ accepted, refused, outcomes, size: queue.size() }));
