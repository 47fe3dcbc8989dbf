import type { AttributeChange, RenameMode } from "@/cli/mount/fuse/handlers";

type Named = { name: string };
type Handle = { handle: number };
type Span = Handle & { offset: number; size: number };

/** What each operation carries beside the header. In `unlink` and the like, the node of the header is the parent. */
type Operations = {
  init: { major: number; minor: number; readAheadBytes: number; flags: number };
  lookup: Named;
  forget: { count: number };
  batchForget: { nodes: { node: number; count: number }[] };
  getattr: object;
  setattr: { change: AttributeChange };
  readlink: object;
  symlink: Named & { target: string };
  mknod: Named & { mode: number; device: number; umask: number };
  mkdir: Named & { mode: number; umask: number };
  unlink: Named;
  rmdir: Named;
  rename: Named & { newParent: number; newName: string; mode: RenameMode };
  /** The node of the header is the new parent. */
  link: { target: number; newName: string };
  open: { flags: number };
  create: Named & { mode: number; flags: number; umask: number };
  read: Span;
  write: Handle & { offset: number; data: Buffer };
  statfs: object;
  release: Handle;
  fsync: Handle;
  flush: Handle;
  fallocate: Handle & { end: number; keepSize: boolean };
  opendir: object;
  readdir: Span & { plus: boolean };
  releasedir: Handle;
  fsyncdir: object;
  /** `target` is the request that a program waits for. */
  interrupt: { target: number };
};

export type OperationName = keyof Operations;

/** A decoded request without its header, discriminated by `op`. */
export type Operation<Name extends OperationName = OperationName> = {
  [Op in Name]: { op: Op } & Operations[Op];
}[Name];
