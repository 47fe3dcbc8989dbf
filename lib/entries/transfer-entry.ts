import type { Shown } from "./write-entry";

/** What moves and copies take; `to` is the new path itself, not the directory above it. */
export type TransferInput = Shown & {
  from: string;
  to: string;
  overwrite: boolean;
  parents: boolean;
  if_match?: string | undefined;
};
