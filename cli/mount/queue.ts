import type { Journal } from "./journal";
import { createPathSet } from "./path-set";
import type { Sending, Sent } from "./send";
import { createStarter } from "./starter";
import type { Item, Task } from "./task";

export type Queue = ReturnType<typeof createQueue>;

/**
 * Changes on their way to the service, in the order in which programs made them. Small ones go together in batches, one
 * batch at a time; larger ones beside them.
 * @param giveUpMs how long a change is repeated while the service is away
 * @param onMade called for each change that was made, with the cursor of its last event if that is known
 */
export function createQueue(
  remote: Sending,
  journal: Journal,
  giveUpMs: number,
  onMade: (paths: readonly string[], cursor: string | null) => void,
) {
  const items: Item[] = [];
  const onTaken: (() => void)[] = [];
  let isScheduled = false;

  // After all that is ready now was added, so that it goes together.
  const schedule = () => {
    if (isScheduled || items.length === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      starter.start(items);
    });
  };
  const take = (item: Item) => {
    items.splice(items.indexOf(item), 1);
    journal.end(item.journalled);
    for (const wake of onTaken.splice(0)) wake();
    schedule();
  };
  const end = (item: Item, sent: Sent) => {
    const { task } = item;
    if ("stat" in sent) {
      task.finish(sent.stat, sent.cursor);
      onMade(task.paths, sent.cursor);
    } else task.fail?.(sent.error);
    take(item);
    if ("stat" in sent) item.resolve();
    else item.reject(sent.error);
  };
  const starter = createStarter(remote, giveUpMs, end);

  return {
    /** Resolves when the service has made the change durable. @throws FuseError, RequestError */
    add: (task: Task): Promise<void> =>
      new Promise((resolve, reject) => {
        const journalled = begin(journal, task);
        items.push({ task, journalled, running: false, resolve, reject });
        schedule();
      }),
    /** Withdraws a change that has not started and that no later one depends on. */
    cancel(task: Task): boolean {
      const at = items.findIndex((item) => item.task === task && !item.running);
      const item = items[at];
      if (item === undefined) return false;
      const own = createPathSet();
      own.addAll(task.paths);
      if (items.slice(at + 1).some((later) => own.conflicts(later.task.paths))) return false;
      take(item);
      item.resolve();
      return true;
    },
    ...createQuestions(items, onTaken),
    size: () => items.length,
  };
}

/** Writes down a change that is to be made. @throws the disk's error, as which the change has failed then */
function begin(journal: Journal, task: Task): number {
  try {
    return journal.add(task.entry);
  } catch (error) {
    task.fail?.(error);
    throw error;
  }
}

/** What can be asked about the paths of changes under way. */
const createQuestions = (items: readonly Item[], onTaken: (() => void)[]) => ({
  /** Whether one is of this path, or of one above or below it. */
  concerns(path: string): boolean {
    const own = createPathSet();
    own.addAll([path]);
    return items.some(({ task }) => own.conflicts(task.paths));
  },
  /** Whether one is of exactly this path. */
  has: (path: string): boolean => items.some(({ task }) => task.paths.includes(path)),
  /** All of them. */
  paths() {
    const all = createPathSet();
    for (const { task } of items) all.addAll(task.paths);
    return all;
  },
  /** Resolves once nothing is under way that is now; what is added meanwhile is not waited for. */
  async settled(): Promise<void> {
    const now = new Set(items);
    while (items.some((item) => now.has(item)))
      await new Promise<void>((resolve) => onTaken.push(resolve));
  },
  /** Resolves once no change of a path, or of one above it, is under way: the service knows it by this name. */
  async passed(path: string): Promise<void> {
    const isAbove = (changed: string) => path === changed || path.startsWith(`${changed}/`);
    while (items.some(({ task }) => task.paths.some(isAbove)))
      await new Promise<void>((resolve) => onTaken.push(resolve));
  },
});
