/** A result, or a promise of one. Handlers return promises only when they wait: a plain result is faster. */
export type Awaitable<T> = T | Promise<T>;

/** A point in time since 1970 in UTC. `seconds` may be negative; `nanoseconds` is 0 to 999,999,999. */
export type Time = { seconds: number; nanoseconds: number };

/**
 * What stat(2) shows. `node` is the inode number, `size` is in bytes, `mode` includes the type bits,
 * `device` is the device number of a special file and otherwise 0.
 */
export type Attributes = {
  node: number;
  size: number;
  mode: number;
  links: number;
  uid: number;
  gid: number;
  device: number;
  modified: Time;
  changed: Time;
  accessed: Time;
};

/** Attributes, and for how many whole seconds the kernel may use them without asking again. */
export type Stat = { attributes: Attributes; attributeSeconds: number };

/**
 * A name that leads to a node. The kernel may use the name for `entrySeconds`. Node 1 is the root; the names of a
 * file with several links lead to the same node.
 */
export type Entry = Stat & { node: number; entrySeconds: number };

/** A name that does not exist, for as long as the kernel may assume so. */
export type MissingEntry = { node: null; entrySeconds: number };

/** A name in a listing. Of `mode` only the type bits are used. */
export type DirectoryEntry = { name: string; node: number; mode: number };

/** Who made the system call. All are 0 when the kernel acts by itself. */
export type Caller = { uid: number; gid: number; pid: number };

/** The attributes to change. "now" is the time at which the handler runs. */
export type AttributeChange = {
  mode?: number;
  uid?: number;
  gid?: number;
  size?: number;
  accessed?: Time | "now";
  modified?: Time | "now";
};

/** `handle` returns in every request about the open file. With `keepCache` the kernel keeps the contents it has cached. */
export type OpenFile = { handle: number; keepCache: boolean };

/** "replace" replaces an existing target, "noreplace" fails with EEXIST, "exchange" swaps the two names. */
export type RenameMode = "replace" | "noreplace" | "exchange";

/** What statfs(2) shows: sizes in bytes and numbers of files. */
export type Statistics = {
  bytes: number;
  bytesFree: number;
  files: number;
  filesFree: number;
};

/**
 * A filesystem, one method per operation. A method fails with `FuseError`; any other error becomes EIO and is reported.
 * A program cannot be killed while it waits for a handler, so every handler has to settle in bounded time.
 * Modes arrive with the umask applied. Permissions are checked by the kernel, from the attributes.
 */
export type FuseHandlers = {
  /** The node of a name. ENOENT would not be cached: return a `MissingEntry` instead. */
  lookup(parent: number, name: string, caller: Caller): Awaitable<Entry | MissingEntry>;
  /**
   * The kernel has given back every entry of the node. A lookup in progress may still return it: keep a node as long
   * as a name leads to it.
   */
  forget(node: number): void;
  getattr(node: number, caller: Caller): Awaitable<Stat>;
  setattr(node: number, change: AttributeChange, caller: Caller): Awaitable<Stat>;
  readlink(node: number, caller: Caller): Awaitable<string>;
  symlink(parent: number, name: string, target: string, caller: Caller): Awaitable<Entry>;
  /** `mode` includes the type bits; `device` is 0 unless it is a device. */
  mknod(
    parent: number,
    name: string,
    mode: number,
    device: number,
    caller: Caller,
  ): Awaitable<Entry>;
  mkdir(parent: number, name: string, mode: number, caller: Caller): Awaitable<Entry>;
  unlink(parent: number, name: string, caller: Caller): Awaitable<void>;
  rmdir(parent: number, name: string, caller: Caller): Awaitable<void>;
  rename(
    parent: number,
    name: string,
    newParent: number,
    newName: string,
    mode: RenameMode,
    caller: Caller,
  ): Awaitable<void>;
  link(node: number, newParent: number, newName: string, caller: Caller): Awaitable<Entry>;
  /** `flags` are those of open(2). O_APPEND and O_TRUNC are the kernel's: they become offsets and a `setattr`. */
  open(node: number, flags: number, caller: Caller): Awaitable<OpenFile>;
  create(
    parent: number,
    name: string,
    mode: number,
    flags: number,
    caller: Caller,
  ): Awaitable<OpenFile & { entry: Entry }>;
  /** At most `size` bytes; fewer only at the end of the file. */
  read(
    node: number,
    handle: number,
    offset: number,
    size: number,
    caller: Caller,
  ): Awaitable<Buffer>;
  /** The number of bytes written. `data` is the handler's to keep. */
  write(
    node: number,
    handle: number,
    offset: number,
    data: Buffer,
    caller: Caller,
  ): Awaitable<number>;
  /** Makes the file at least `end` bytes long. */
  allocate(node: number, handle: number, end: number, caller: Caller): Awaitable<void>;
  /** A descriptor of the file was closed; close(2) returns this error. */
  flush(node: number, handle: number, caller: Caller): Awaitable<void>;
  fsync(node: number, handle: number, caller: Caller): Awaitable<void>;
  /** The last descriptor was closed: the handle is not used again. */
  release(node: number, handle: number, caller: Caller): Awaitable<void>;
  /** Each open directory is listed again: the kernel keeps no listing. */
  opendir(node: number, caller: Caller): Awaitable<void>;
  /** The whole directory in any order, without `.` and `..`. It is cut into pages and not changed. */
  readdir(node: number, caller: Caller): Awaitable<readonly DirectoryEntry[]>;
  /** The entry of a listed name if its attributes are known now, for listings with attributes. */
  peek(parent: number, name: string): Entry | null;
  fsyncdir(node: number, caller: Caller): Awaitable<void>;
  statfs(node: number, caller: Caller): Awaitable<Statistics>;
};
