/**
 * What an upload promised of itself and what it may cost; null is not promised, or no limit. Sizes in bytes, the hash is
 * SHA-256. `roomBytes` is what the filesystem's quota leaves, `idleMs` the longest wait for the next byte.
 */
export type UploadLimits = {
  expectedBytes: number | null;
  maxBytes: number;
  roomBytes: number | null;
  expectedHash: Buffer | null;
  idleMs: number;
};

/** A content that was received whole, in a staging file that no reader and no other upload knows. */
export type StagedBlob = {
  hash: Buffer;
  size: number;
  /** Puts it in its place. Makes a blob young again that is there already. @throws AppError `unavailable` */
  publish(): Promise<void>;
  /** Removes the staging file, if there still is one; must be called in any case. */
  discard(): Promise<void>;
};

/** A blob is in use, or in the trash for a while before it goes for ever. */
export type Area = "blobs" | "trash";

/** A blob as a listing shows it; `since` is when it was written or moved to where it is. */
export type ListedBlob = { hash: Buffer; since: Date };

/** No blob with this hash is in the store, neither in its place nor in the trash. */
export class BlobMissingError extends Error {
  override readonly name = "BlobMissingError";
}

/** Where the contents of files live, addressed by their SHA-256. Inclusive ranges of bytes. */
export type BlobStore = {
  /**
   * Receives an upload into a staging file; leaves nothing when it fails.
   * @throws AppError `incomplete_body`, `file_too_large`, `byte_quota_exceeded`, `checksum_mismatch`, `storage_full`, or
   * `unavailable` when the disk fails (spec 5.9)
   */
  stage(body: AsyncIterable<Uint8Array> | null, limits: UploadLimits): Promise<StagedBlob>;
  /** Finds a blob in the trash too. @throws BlobMissingError */
  read(
    hash: Buffer,
    range?: { start: number; end: number },
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  check(): Promise<void>;
  /** One page of an area in the order of the hashes; `after` is the `next` of the page before, null the start. */
  list(area: Area, after: string | null): Promise<{ blobs: ListedBlob[]; next: string | null }>;
  /** Moves a blob out of the other area, if it is there; from `now` it is listed as moved. */
  move(hash: Buffer, to: Area, now: Date): Promise<void>;
  /** Removes a blob from the trash for ever. */
  remove(hash: Buffer): Promise<void>;
};
