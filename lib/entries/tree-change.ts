/** What an entry gets besides its content; undefined keeps what it has. `ns`: nanoseconds beyond the milliseconds. */
export type Stamp = {
  modified_at?: { at: string; ns: number } | undefined;
  uid?: number | undefined;
  gid?: number | undefined;
};

/**
 * A file whose entry is to be written; sizes in bytes, `hash` is SHA-256 in hex. `content`, in Base64, is stored with it;
 * null: the blob store has it.
 */
export type Put = {
  op: "put";
  path: string;
  parents: boolean;
  mode: number | null;
  etag: string;
  size: number;
  hash: string;
  content: string | null;
  if_match: string[] | null;
  if_none_match: string[] | null;
} & Stamp;

type Pair = {
  from: string;
  to: string;
  overwrite: boolean;
  parents: boolean;
  if_match: string[] | null;
};

/** `trash_id`: of the item that is made where deletions go to the trash. */
type Removal = {
  op: "remove";
  path: string;
  recursive: boolean;
  if_match: string[] | null;
  trash_id: string;
};

/** A change of a tree, as the SQL function entries_apply takes it. Paths are normalised. */
export type TreeChange =
  | Put
  | ({ op: "patch"; path: string; mode?: number | undefined; if_match: string[] | null } & Stamp)
  | Removal
  | ({ op: "mkdir"; path: string; parents: boolean; mode: number } & Stamp)
  | ({ op: "move" } & Pair)
  | { op: "exchange"; from: string; to: string; if_match: string[] | null }
  | ({ op: "copy"; max_entries: number } & Pair)
  | { op: "link"; target: string; path: string }
  | ({ op: "symlink"; target: string; path: string; etag: string } & Stamp)
  | { op: "restore"; trash_id: string; to?: string | undefined; overwrite: boolean }
  | ({ op: "mknod"; path: string; mode: number; special: string; device: number } & Stamp);
