import type { Changes, FileEvent, FileInfo } from "./message.ts";

/** How far a receiver is. */
export type State = {
  /** The last applied cursor; null until the first listing is complete. */
  cursor: bigint | null;
  /** The cursor of a resync whose listing is pending, else null. */
  resync: bigint | null;
  /** The cursor from which the files were last listed; null before. The feed does not move it. */
  listed: bigint | null;
  /** The prefix that was listed then. */
  prefix: string | null;
};

/** The state of a receiver that has nothing yet. */
export const NO_STATE: State = { cursor: null, resync: null, listed: null, prefix: null };

/**
 * One transaction: all of it is stored, or none. That is what makes a duplicate harmless and a kill
 * safe. See spec 9.3.
 */
export type Transaction = {
  /** Returns the state as it is now. */
  read(): Promise<State>;
  /** Returns the state and lets no other transaction do so until this one has ended. */
  lock(): Promise<State>;
  save(state: State): Promise<void>;
  /** Sets each path to its file: your result. */
  apply(events: FileEvent[]): Promise<void>;
  /** Replaces all files with a listing, which arrives in pages: your result. */
  replace(pages: AsyncIterable<FileInfo[]>): Promise<void>;
  /** Waits until no other transaction is listing. */
  waitForListing(): Promise<void>;
  /** How many messages are in the queue. */
  queueLength(): Promise<number>;
  /** Puts a message into the queue, unless one with its cursor is there already. */
  enqueue(changes: Changes): Promise<void>;
  /** Returns the queue in the order of its cursors. */
  queue(): Promise<Changes[]>;
  /** Removes all messages up to a cursor from the queue. */
  dequeue(upTo: bigint): Promise<void>;
};

/** Where a receiver keeps its cursor, its queue and its result. */
export type Store = {
  /**
   * Runs `work` in a transaction that commits when it returns. When it throws, nothing has
   * happened. Statements see what others have committed (READ COMMITTED).
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
};
