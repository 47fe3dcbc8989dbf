import { readdirSync } from "node:fs";
import path from "node:path";

import type { BlobStore, UploadLimits } from "@/lib/entries/blob-store";
import type { Settings } from "@/lib/settings";

/** Limits that nothing a test uploads exceeds. */
export const ANYTHING: UploadLimits = {
  expectedBytes: null,
  maxBytes: 2 ** 40,
  roomBytes: null,
  expectedHash: null,
  idleMs: 30_000,
};

/** Stages a content and publishes it, as an upload does that is not refused. */
export async function writeBlob(
  store: BlobStore,
  body: AsyncIterable<Uint8Array> | null,
  limits: UploadLimits = ANYTHING,
): Promise<{ hash: Buffer; size: number }> {
  const staged = await store.stage(body, limits);
  try {
    await staged.publish();
  } finally {
    await staged.discard();
  }
  return { hash: staged.hash, size: staged.size };
}

/** The hashes of all blobs of a store, those in the trash too. */
export async function listBlobs(store: BlobStore): Promise<string[]> {
  const found: string[] = [];
  for (const area of ["blobs", "trash"] as const) {
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<BlobStore["list"]>> = await store.list(area, after);
      found.push(...page.blobs.map(({ hash }) => hash.toString("hex")));
      after = page.next;
    } while (after !== null);
  }
  return found;
}

/** The staging files of a service, of either store. */
export function stagingFiles({ dataDir, blobPlace }: Settings): string[] {
  return readdirSync(path.join(dataDir, blobPlace?.kind === "s3" ? "uploads" : "blobs/tmp"));
}
