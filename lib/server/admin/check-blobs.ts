import type { Db } from "@/lib/db/client";
import { checkBlobs } from "@/lib/entries/check-blobs";
import { openBlobStore } from "@/lib/entries/open-blob-store";
import type { Settings } from "@/lib/settings";

const TELL_MS = 2_000;

/** Verifies stored contents and counters, with progress on standard error; `ok` if all are intact. */
export async function runCheckBlobs(db: Db, settings: Settings) {
  const blobs = await openBlobStore(settings);
  let reportedAt = performance.now();
  const report = await checkBlobs({ db, blobs }, (contents, bytes) => {
    if (performance.now() - reportedAt < TELL_MS) return;
    reportedAt = performance.now();
    process.stderr.write(`${contents} contents, ${Math.round(bytes / 1024 ** 2)} MiB read\n`);
  });
  return { ok: report.faults.length + report.counters.length === 0, ...report };
}
