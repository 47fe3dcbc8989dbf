import { readdirSync } from "node:fs";
import path from "node:path";

import type { Area, BlobStore, ListedBlob, UploadLimits } from "@/lib/entries/blob-store";
import { SMALL_BYTES } from "@/lib/entries/small-content";
import type { Settings } from "@/lib/settings";

/** A text that the blob store keeps, as it is too long for a row. */
export const longText = (text: string): string => text.padEnd(SMALL_BYTES + 1, ".");

/** Limits that no test upload exceeds. */
export const ANYTHING: UploadLimits = {
  expectedBytes: null,
  maxBytes: 2 ** 40,
  room: null,
  expectedHash: null,
  idleMs: 30_000,
};

/** Stages content and publishes it, like an accepted upload. */
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

/** All blobs in one area of a store. */
export async function listArea(store: BlobStore, area: Area): Promise<ListedBlob[]> {
  const found: ListedBlob[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<BlobStore["list"]>> = await store.list(area, after);
    found.push(...page.blobs);
    after = page.next;
  } while (after !== null);
  return found;
}

/** The hashes of all blobs in a store, including the trash. */
export async function listBlobs(store: BlobStore): Promise<string[]> {
  const areas = await Promise.all(
    (["blobs", "trash"] as const).map((area) => listArea(store, area)),
  );
  return areas.flat().map(({ hash }) => hash.toString("hex"));
}

/** Makes all blobs of a local store seem written at a time. */
export async function setAge(store: BlobStore, at: Date): Promise<void> {
  for (const { hash } of await listArea(store, "blobs")) await store.trash(hash, at);
  for (const trashed of await listArea(store, "trash")) await store.restore(trashed);
}

/** The staging files of a service, for either kind of store. */
export function stagingFiles({ dataDir, blobLocation }: Settings): string[] {
  return readdirSync(path.join(dataDir, blobLocation?.kind === "s3" ? "uploads" : "blobs/tmp"));
}
