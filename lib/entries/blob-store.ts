import type { Room } from "./check-put";

/**
 * What an upload declares and its limits; null: not declared, or unlimited. Sizes in bytes, the hash is
 * SHA-256. `room`: what the quotas leave. `idleMs`: maximum wait for the next byte.
 */
export type UploadLimits = {
  expectedBytes: number | null;
  maxBytes: number;
  room: Room | null;
  expectedHash: Buffer | null;
  idleMs: number;
};

/** A completely received content in a private staging file. */
export type StagedBlob = {
  hash: Buffer;
  size: number;
  /** Its bytes, before it is published; each call from the start. */
  read(): AsyncIterable<Uint8Array>;
  /** Publishes it; refreshes the age of an existing blob. @throws AppError `unavailable` */
  publish(): Promise<void>;
  /** Removes the staging file if it still exists; must always be called. */
  discard(): Promise<void>;
};

/** A blob is in use, or in the trash before it is deleted. */
export type Area = "blobs" | "trash";

/**
 * A listed blob; `since` is when it was written or moved to its area. `name` is what the store calls it: in the trash
 * each move makes a name of its own, so the same hash may be there several times.
 */
export type ListedBlob = { hash: Buffer; since: Date; name: string };

/** The store has no blob with this hash, not even in the trash. */
export class BlobMissingError extends Error {
  override readonly name = "BlobMissingError";
}

/** Stores file contents by SHA-256. Byte ranges are inclusive. What moves blobs need not be atomic (decision 0007). */
export type BlobStore = {
  /** @throws AppError `storage_full` if the disk that uploads are received on has no room */
  refuseWhenFull(): Promise<void>;
  /**
   * Receives an upload into a staging file; leaves nothing behind on failure.
   * @throws AppError `incomplete_body`, `file_too_large`, `byte_quota_exceeded`, `checksum_mismatch`, `storage_full`, or
   * `unavailable` if the disk fails (spec 5.9)
   */
  stage(body: AsyncIterable<Uint8Array> | null, limits: UploadLimits): Promise<StagedBlob>;
  /** Also finds blobs in the trash. @throws BlobMissingError */
  read(
    hash: Buffer,
    range?: { start: number; end: number },
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  check(): Promise<void>;
  /** One page of an area, ordered by hash; `after` is the previous page's `next`, null to start. */
  list(area: Area, after: string | null): Promise<{ blobs: ListedBlob[]; next: string | null }>;
  /** Moves a blob to the trash, if it is not there yet; its age there begins at `now`. */
  trash(hash: Buffer, now: Date): Promise<void>;
  /** Moves one of the trash back, if it is still there. */
  restore(trashed: ListedBlob): Promise<void>;
  /** Deletes one of the trash. */
  remove(trashed: ListedBlob): Promise<void>;
  /** Whose store it is, as `own` said last; null: not known yet. */
  owner(): Promise<string | null>;
  own(owner: string): Promise<void>;
};
