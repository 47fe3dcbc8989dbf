import type { Changes, FileInfo } from "./message.ts";
import { NO_STATE, type State, type Store, type Transaction } from "./store.ts";

type Memory = { files: Map<string, FileInfo>; state: State; queue: Changes[] };

/** A store in memory with the files by path: for a cache that is listed again at every start. */
export function memoryStore(): Store & { readonly files: ReadonlyMap<string, FileInfo> } {
  const memory: Memory = {
    files: new Map(),
    state: NO_STATE,
    queue: [],
  };
  const lock = createLock();
  return {
    get files() {
      return memory.files;
    },
    async transaction(work) {
      // What the transaction writes; it takes effect at the end.
      const writes: (() => void)[] = [];
      const unlocks: (() => void)[] = [];
      const locked = async () => {
        unlocks.push(await lock());
        return memory.state;
      };
      try {
        const result = await work(transactionOn(memory, locked, writes));
        for (const write of writes) write();
        return result;
      } finally {
        for (const unlock of unlocks) unlock();
      }
    },
  };
}

function transactionOn(
  memory: Memory,
  lock: () => Promise<State>,
  writes: (() => void)[],
): Transaction {
  const write = async (change: () => void) => void writes.push(change);
  return {
    read: async () => memory.state,
    lock,
    save: (state) => write(() => Object.assign(memory, { state })),
    apply: (events) =>
      write(() => {
        for (const { path, file } of events) {
          if (file === null) memory.files.delete(path);
          else memory.files.set(path, file);
        }
      }),
    async replace(pages) {
      const files = new Map<string, FileInfo>();
      for await (const page of pages) for (const file of page) files.set(file.path, file);
      await write(() => Object.assign(memory, { files }));
    },
    async waitForListing() {
      // There is one process, and a receiver lists once at a time.
    },
    queueLength: async () => memory.queue.length,
    enqueue: (changes) =>
      write(() => {
        if (memory.queue.some(({ cursor }) => cursor === changes.cursor)) return;
        memory.queue = [...memory.queue, changes].toSorted((a, b) =>
          a.cursor < b.cursor ? -1 : 1,
        );
      }),
    queue: async () => memory.queue,
    dequeue: (upTo) =>
      write(() => {
        memory.queue = memory.queue.filter(({ cursor }) => cursor > upTo);
      }),
  };
}

/** Returns a lock; it resolves with what unlocks it. */
function createLock(): () => Promise<() => void> {
  let last: Promise<void> = Promise.resolve();
  return async () => {
    const before = last;
    let unlock: (() => void) | undefined;
    last = new Promise((resolve) => {
      unlock = resolve;
    });
    await before;
    return () => unlock?.();
  };
}
