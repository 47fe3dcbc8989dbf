import type { FileInfo } from "@/lib/contract/common";

/** A change as the database returns it, with what exists at its path now. */
export type ChangeRow = {
  cursor: string;
  type: "created" | "updated" | "deleted";
  path: string;
  file: FileInfo | null;
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
