/** What an upload promised of itself; null is not promised. Sizes in bytes, the hash is SHA-256. */
export type UploadLimits = {
  expectedBytes: number | null;
  maxBytes: number;
  expectedHash: Buffer | null;
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
  /** Every write makes its blob young again, also when the content is there already. */
  write(
    body: AsyncIterable<Uint8Array> | null,
    limits: UploadLimits,
  ): Promise<{ hash: Buffer; size: number }>;
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
