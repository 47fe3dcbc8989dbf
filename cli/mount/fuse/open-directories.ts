import type { Awaitable, Caller, DirectoryEntry, FuseHandlers } from "./handlers";
import type { Operation } from "./wire/requests";

export type OpenDirectories = {
  /** A handle for a directory that is opened. */
  open(): number;
  /** The listing that the page is cut from. */
  entriesFor(
    node: number,
    operation: Operation<"readdir">,
    caller: Caller,
  ): Awaitable<readonly DirectoryEntry[]>;
  release(handle: number): void;
};

// The number that stands for "unknown" in a listing. Only getcwd(3) of old C libraries reads the one of `..`.
const UNKNOWN_NODE = 0xffff_ffff;
const DIRECTORY_MODE = 0o040000;

/**
 * The listing of each open directory. It is read at offset 0, so rewinddir(3) reads it again, and stays the same for
 * the pages that follow: names added or removed meanwhile do not shift them.
 */
export function createOpenDirectories(
  readdir: (node: number, caller: Caller) => ReturnType<FuseHandlers["readdir"]>,
): OpenDirectories {
  const listings = new Map<number, readonly DirectoryEntry[]>();
  let lastHandle = 0;
  return {
    open() {
      lastHandle += 1;
      return lastHandle;
    },
    entriesFor(node, { handle, offset }, caller) {
      const listing = offset === 0 ? undefined : listings.get(handle);
      if (listing !== undefined) return listing;
      const store = (entries: readonly DirectoryEntry[]) => {
        const complete = [...dots(node), ...entries];
        listings.set(handle, complete);
        return complete;
      };
      const entries = readdir(node, caller);
      return entries instanceof Promise ? entries.then(store) : store(entries);
    },
    release(handle) {
      listings.delete(handle);
    },
  };
}

const dots = (node: number): DirectoryEntry[] => [
  { name: ".", node, mode: DIRECTORY_MODE },
  { name: "..", node: UNKNOWN_NODE, mode: DIRECTORY_MODE },
];
