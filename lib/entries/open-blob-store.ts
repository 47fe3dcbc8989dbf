import path from "node:path";

import type { Settings } from "@/lib/settings";

import type { BlobStore } from "./blob-store";
import { createLocalBlobStore } from "./local-blob-store";

/**
 * Opens the store that `BLOB_URL` names, else the one in the data directory. A bucket is not reached for here:
 * `check` says whether it can be used (spec 4.2).
 */
export async function openBlobStore(
  settings: Pick<Settings, "blobLocation" | "aws" | "dataDir" | "minFreeBytes">,
): Promise<BlobStore> {
  const { blobLocation: place, aws, dataDir, minFreeBytes } = settings;
  if (place?.kind !== "s3")
    return createLocalBlobStore(place?.directory ?? path.join(dataDir, "blobs"), minFreeBytes);
  // The SDK takes a tenth of a second to load, which nobody should wait for who does not use it.
  const { createS3BlobStore } = await import("./s3-blob-store");
  return createS3BlobStore(place, { ...aws, spool: path.join(dataDir, "uploads") });
}
