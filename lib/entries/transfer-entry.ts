import type { FileInfo } from "@/lib/contract/common";

import type { Outcome } from "./outcome";

/** What moves and copies take; `to` is the new path itself, not the directory above it. */
export type TransferInput = {
  from: string;
  to: string;
  overwrite: boolean;
  parents: boolean;
  if_match?: string | undefined;
};

/** The new cursor (unchanged if `from` is `to`), and the entry at `to`. */
export type Transferred = Outcome & { cursor: string; info: FileInfo };
