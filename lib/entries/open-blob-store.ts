import path from "node:path";

import type { Settings } from "@/lib/settings";

import type { BlobStore } from "./blob-store";
import { createLocalBlobStore } from "./local-blob-store";

/**
 * Opens the store of `BLOB_URL`, else the one in the data directory. Does not connect to a bucket; `check`
 * tests whether it is usable (spec 4.2).
 */
export async function openBlobStore(
  settings: Pick<Settings, "blobLocation" | "aws" | "dataDir" | "minFreeBytes">,
): Promise<BlobStore> {
  const { blobLocation: location, aws, dataDir, minFreeBytes } = settings;
  if (location?.kind !== "s3")
    return createLocalBlobStore(location?.directory ?? path.join(dataDir, "blobs"), minFreeBytes);
  // The SDK takes 0.1 s to load, so load it only if needed.
  const { createS3BlobStore } = await import("./s3-blob-store");
  return createS3BlobStore(location, {
    ...aws,
    spool: path.join(dataDir, "uploads"),
    minFreeBytes,
  });
}
