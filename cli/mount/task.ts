import type { Stat } from "@/lib/contract/stat";

import type { JournalEntry } from "./journal-line";
import type { Change, Made } from "./remote";

/** What a change asks of the service: a place in a batch, or a request of its own. */
export type Call = { change: Change } | { send: () => Promise<Made> };

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
  /** Called once, with what the service then shows, null after a removal, and the cursor of its last event if known. */
  finish(stat: Stat | null, cursor: string | null): void;
  /** Called once instead, if it cannot be made. */
  fail?(error: unknown): void;
};

/** A task in the queue. */
export type Item = {
  task: Task;
  journalled: number;
  running: boolean;
  resolve: () => void;
  reject: (error: unknown) => void;
};
