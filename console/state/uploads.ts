import { fileUrl, nestedFileUrl } from "@/console/queries/entries";
import { isReachable } from "@/console/queries/reachable";
import { isTaken } from "@/console/queries/transfers";
import { upload } from "@/console/queries/upload";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { RequestError } from "@/lib/api-client/request";

import { childOf, withNumber } from "./paths";

/** A file of this computer, with its path below the directory that it is uploaded to. */
export type LocalFile = { file: File; path: string };

/** What is done about a file of the same name. */
type Choice = "replace" | "keepBoth";

/** `exists`: a file of this name exists, and the user chooses. What is done is not listed. */
export type Upload = {
  id: number;
  path: string;
  size: number;
  sent: number;
  state: "waiting" | "sending" | "exists" | "failed";
  error: Error | null;
};

/** All uploads of this page load, how much of them is done, and whether they wait for the connection. */
export type Uploads = {
  list: readonly Upload[];
  done: number;
  doneBytes: number;
  isWaiting: boolean;
};

type Job = Upload & {
  params: FilesystemIds;
  file: File;
  isNested: boolean;
  choice: Choice | null;
  abort: AbortController;
};

const AT_ONCE = 4;
// Progress is shown so often; each showing copies the list.
const SHOWN_EVERY_MS = 100;
const MAX_NUMBER = 100;
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
  for (const job of jobs.values()) {
    if (sending >= AT_ONCE || waiting !== undefined) break;
    if (job.state === "waiting") void send(job);
  }
  show();
}

async function send(job: Job): Promise<void> {
  sending++;
  job.state = "sending";
  try {
    await sendFile(job);
    done++;
    doneBytes += job.size;
    jobs.delete(job.id);
  } catch (error) {
    job.sent = 0;
    const isLost = error instanceof RequestError && error.code === "unreachable";
    // Else it is about this file: it can't be read any more, or the service ends its connection.
    if (isLost && (waiting !== undefined || !(await isThere()))) waitWith(job);
    else refuse(job, error);
  }
  sending--;
  sendMore();
  finishIfDone();
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

function refuse(job: Job, error: unknown): void {
  job.state = isTaken(error) ? "exists" : "failed";
  job.error = !isTaken(error) && error instanceof Error ? error : null;
}

async function sendFile(job: Job): Promise<void> {
  const { params, isNested, choice, file, abort } = job;
  const urlOf = isNested ? nestedFileUrl : fileUrl;
  const onProgress = (share: number) => {
    job.sent = share * job.size;
    timer ??= setTimeout(show, SHOWN_EVERY_MS);
  };
  const options = { signal: abort.signal, replace: choice === "replace", onProgress };
  const [first, last] = choice === "keepBoth" ? [2, MAX_NUMBER] : [1, 1];
  for (let number = first; ; number++) {
    try {
      return void (await upload(urlOf(params, withNumber(job.path, number)), file, options));
    } catch (error) {
      if (number === last || !isTaken(error)) throw error;
    }
  }
}

function finishIfDone(): void {
  if (jobs.size > 0) return;
  const count = done;
  [done, doneBytes] = [0, 0];
  if (count > 0) whenDone(count);
}

function show(): void {
  clearTimeout(timer);
  timer = undefined;
  const list = [...jobs.values()].map((job) => ({ ...job }));
  shown = { list, done, doneBytes, isWaiting: waiting !== undefined };
  for (const listener of listeners) listener();
}
