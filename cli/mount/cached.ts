/** Contents at the service: where they can be read and what they are. */
export type Source = { path: string; etag: string; size: number };

/** A local file with contents, or with the pieces of them that were read. */
export type Cached = {
  fd: number;
  pieces: Map<number, Promise<void>> | null;
  /** How many bytes of pieces it has, or will have when they have arrived. */
  pieceBytes: number;
};
