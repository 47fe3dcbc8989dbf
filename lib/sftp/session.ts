import type { Mode } from "@/lib/auth/actor";
import type { FilesystemContext } from "@/lib/auth/context";
import type { Room } from "@/lib/entries/check-put";

import type { Move } from "./moves";
import type { PathOrder } from "./path-order";
import type { StageContent, StageSpace } from "./stage-content";
import type { GivenOwner } from "./wire/reader";

/** A file of a session that is being written: what it will be at the service once it is committed. */
export type Stage = {
  path: string;
  content: StageContent;
  /** Set by the client since the last commit; null: as the file has it. `modified` in seconds. */
  mode: number | null;
  owner: GivenOwner | null;
  modified: number | null;
  /** When it was last written, in milliseconds. */
  writtenAt: number;
  /** It differs from the file at the service. */
  isDirty: boolean;
  /** How often it was written. */
  writes: number;
  /** The service has no such file yet. */
  isNew: boolean;
  /** It may only become a new file. */
  isExclusive: boolean;
  /** Its name was removed: it is never committed. */
  isGone: boolean;
  /** Handles that write to it. */
  holders: number;
  /** What the quotas leave to it; null: no quota. */
  room: Room | null;
  /** Without holders after a cut: when it is dropped, in milliseconds. */
  keptUntil: number | null;
};

/** A connection of a session, as the rest of the gateway sees it. */
export type Connected = {
  /** When the client was last heard, in milliseconds. */
  heardAt: () => number;
  end(): void;
};

/** A mount session that is connected, or was until recently. Its connections share what they write. */
export type Session = {
  ctx: FilesystemContext;
  /** The time, in milliseconds. */
  now: () => number;
  mode: Mode;
  order: PathOrder;
  /** Renames under way, in their order. */
  moves: Set<Move>;
  space: StageSpace & { refuseWhenFull(): Promise<void> };
  stages: Map<string, Stage>;
  /** All that hold bytes, also those without a name. */
  contents: Set<Stage>;
  /** What counts as open; see `countOpen`. */
  open: number;
  /** Each with a function that ends the watch over its access. */
  connections: Map<Connected, () => void>;
  /** Requests so far, for the rate limit. */
  requests: number;
  /** When the last connection ended, in milliseconds. */
  leftAt: number;
  renewedAt: number;
};
