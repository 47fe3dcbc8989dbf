import type { FileInfo } from "@/lib/contract/common";
import type { Entry } from "@/lib/contract/stat";

/** A change as the database returns it, with what exists at its path now. Origin, author and time only with `fields=stat`. */
export type ChangeRow = {
  cursor: string;
  type: "created" | "updated" | "deleted";
  path: string;
  file: Entry | null;
  origin?: "api" | "mount";
  author?: string | null;
  at?: string;
};

/** The event of a change: the same fields in the same order in the feed and in messages. */
export function toEvent({ type, path, file }: ChangeRow) {
  return { type, path, file: file === null ? null : toFileInfo(file) };
}

/**
 * FileInfo in the field order of the specification; PostgreSQL reorders the keys of JSON objects.
 */
function toFileInfo(file: FileInfo): FileInfo {
  const { path, type, size, etag, modified_at } = file;
  return { path, type, size, etag, modified_at };
}
