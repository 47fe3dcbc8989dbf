import type { Stat } from "@/lib/contract/stat";

import type { FuseError } from "./fuse/errno";
import type { JournalEntry } from "./journal";
import type { Change } from "./remote";

/** What a change asks of the service: a place in a batch, or a request of its own. */
export type Call = { change: Change } | { send: () => Promise<Stat | null> };

/** A change on its way to the service. */
export type Task = {
  /** What is written down, so that it is made even if this process dies. */
  entry: JournalEntry;
  /** Every path it reads or changes. */
  paths: readonly string[];
  /** Its bytes in a batch; null: it is a request of its own. Asked until it starts. */
  batchBytes(): number | null;
  /** Called once, when it starts. */
  start(): Call;
  /** Called once, with what the service then shows; null after a removal. */
  finish(stat: Stat | null): void;
  /** Called once if it failed, before the tree is read again. */
  abandon?(failure: FuseError): void;
};

/** A task in the queue. */
export type Item = {
  task: Task;
  journalled: number;
  running: boolean;
  resolve: () => void;
  reject: (error: unknown) => void;
};
