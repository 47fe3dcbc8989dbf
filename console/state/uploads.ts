import { isReachable } from "@/console/queries/reachable";
import { isTaken } from "@/console/queries/transfers";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { RequestError } from "@/lib/api-client/request";

import { childOf } from "./paths";
import {
  type Choice,
  type Job,
  type LocalFile,
  nextGroup,
  sendFiles,
  type Upload,
} from "./send-files";

/** All uploads of this page load, how much of them is done, and whether they wait for the connection. */
export type Uploads = {
  list: readonly Upload[];
  done: number;
  doneBytes: number;
  isWaiting: boolean;
};

const AT_ONCE = 4;
// Progress is shown so often; each showing copies the list.
const SHOWN_EVERY_MS = 100;
// How often a lost connection is tried.
const TRY_EVERY_MS = 2_000;
const TRY_MS = 10_000;

const jobs = new Map<number, Job>();
const listeners = new Set<() => void>();
let ids = 0;
let done = 0;
let doneBytes = 0;
let sending = 0;
/** Set while the connection is waited for. */
let waiting: Promise<void> | undefined;
let shown: Uploads = { list: [], done: 0, doneBytes: 0, isWaiting: false };
let timer: ReturnType<typeof setTimeout> | undefined;
let whenDone: (count: number) => void = () => undefined;

/** What `useSyncExternalStore` needs. */
export const readUploads = (): Uploads => shown;
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Sets what is called with the number of uploaded files once nothing is left to do. */
export const onAllDone = (call: (count: number) => void): void => void (whenDone = call);

/** Uploads files into a directory, a few at a time; it goes on whatever page of the console is shown. */
export function addUploads(
  params: FilesystemIds,
  directory: string,
  files: readonly LocalFile[],
): void {
  for (const { file, path } of files) {
    const id = ++ids;
    const isNested = path.includes("/");
    const start = { state: "waiting", sent: 0, error: null, choice: null } as const;
    const where = { id, params, path: childOf(directory, path), isNested };
    jobs.set(id, { ...start, ...where, file, size: file.size, abort: new AbortController() });
  }
  sendMore();
}

/** Sends uploads again that failed, or whose file exists and is to be replaced or kept beside it. */
export function retry(some: readonly number[], choice: Choice | null = null): void {
  for (const id of some) {
    const job = jobs.get(id);
    if (job !== undefined) Object.assign(job, { state: "waiting", error: null, sent: 0, choice });
  }
  sendMore();
}

/** Cancels uploads, or dismisses those that failed or whose file exists. */
export function cancel(some: readonly number[]): void {
  for (const id of some) {
    jobs.get(id)?.abort.abort();
    jobs.delete(id);
  }
  show();
  finishIfDone();
}

function sendMore(): void {
  while (sending < AT_ONCE) {
    if (waiting !== undefined) break;
    const group = nextGroup([...jobs.values()].filter(({ state }) => state === "waiting"));
    if (group.length === 0) break;
    void send(group);
  }
  showSoon();
}

async function send(group: readonly Job[]): Promise<void> {
  sending++;
  for (const job of group) job.state = "sending";
  const errors = await sendFiles(group, showSoon);
  for (const [i, job] of group.entries()) {
    // One that was cancelled meanwhile is not counted.
    if (!jobs.has(job.id)) continue;
    const error = errors[i] ?? null;
    if (error === null) finish(job);
    else await giveBack(job, error);
  }
  sending--;
  sendMore();
  finishIfDone();
}

function finish(job: Job): void {
  done++;
  doneBytes += job.size;
  jobs.delete(job.id);
}

async function giveBack(job: Job, error: Error): Promise<void> {
  job.sent = 0;
  const isLost = error instanceof RequestError && ["unreachable", "offline"].includes(error.code);
  // Else it is about this file: it can't be read any more, or the service ends its connection.
  if (isLost && (waiting !== undefined || !(await isThere()))) waitWith(job);
  else refuse(job, error);
}

/** Sends it again once the service is reachable, and nothing before. */
function waitWith(job: Job): void {
  job.state = "waiting";
  waiting ??= goOnWhenReachable();
}

async function goOnWhenReachable(): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, TRY_EVERY_MS));
  while (!(await isThere()));
  waiting = undefined;
  sendMore();
}

const isThere = () => isReachable(AbortSignal.timeout(TRY_MS));

function refuse(job: Job, error: Error): void {
  job.state = isTaken(error) ? "exists" : "failed";
  job.error = isTaken(error) ? null : error;
}

function finishIfDone(): void {
  if (jobs.size > 0) return;
  show();
  const count = done;
  [done, doneBytes] = [0, 0];
  if (count > 0) whenDone(count);
}

function showSoon(): void {
  timer ??= setTimeout(show, SHOWN_EVERY_MS);
}

function show(): void {
  clearTimeout(timer);
  timer = undefined;
  const list = [...jobs.values()].map((job) => ({ ...job }));
  shown = { list, done, doneBytes, isWaiting: waiting !== undefined };
  for (const listener of listeners) listener();
}
