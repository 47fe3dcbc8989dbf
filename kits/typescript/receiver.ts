import { setTimeout as sleep } from "node:timers/promises";

import { ApiError, connect, type Source, type SourceOptions } from "./api.ts";
import { type Message, parseMessage } from "./message.ts";
import type { State, Store, Transaction } from "./store.ts";
import { type SignatureHeaders, signingKey, verify } from "./verify.ts";

/** A message has at most 256 KiB; the rest allows for a service that counts slightly differently. */
export const MAX_BODY_BYTES = (256 + 16) * 1024;

const CHECK_MS = 60_000;
const SHORTEST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

export type ReceiverOptions = {
  /** The webhook's secrets: one, or both while you replace it. */
  secrets: readonly string[];
  source: SourceOptions;
  store: Store;
  /** How many messages may wait for the end of a listing; more are refused. Default: 256. */
  maxQueued?: number;
  /** How often to look for a listing that another process has left, in milliseconds. Default: 60,000. */
  checkMs?: number;
  /** The current time in milliseconds since 1970. Default: `Date.now`. */
  now?: () => number;
  /** Called with what goes wrong in the background, where it is repeated. */
  onError?: (error: unknown) => void;
};

/** What happened to a request, with the status to respond with. */
export type Outcome = { status: number; outcome: string };

export type Receiver = {
  /** Verifies and stores a message. Throws what the store throws: respond with 500. */
  receive(headers: SignatureHeaders, body: Uint8Array): Promise<Outcome>;
  /** Catches up in the background. Call it once, at the start of the process. */
  start(): void;
  /** Ends the work in the background. */
  stop(): Promise<void>;
};

/** Returns a receiver that follows the rules of spec 9.1, 9.2, 9.3, 9.4, 9.5, 9.6, 9.7. */
export function createReceiver(options: ReceiverOptions): Receiver {
  const { store, maxQueued = 256, checkMs = CHECK_MS } = options;
  const { now = Date.now, onError = console.error } = options;
  const keys = options.secrets.map(signingKey);
  const source = connect(options.source);
  const stopped = new AbortController();
  let [running, isDue] = [Promise.resolve(), false];
  let timer: NodeJS.Timeout | undefined;

  async function synchronise(withFeed: boolean): Promise<void> {
    for (let pause = SHORTEST_PAUSE_MS; !stopped.signal.aborted;) {
      try {
        await sync({ store, source, signal: stopped.signal, withFeed });
        return;
      } catch (error) {
        if (stopped.signal.aborted) return;
        onError(error);
        const wait = error instanceof ApiError ? (error.retryAfterMs ?? pause) : pause;
        await sleep(wait, undefined, { signal: stopped.signal }).catch(() => undefined);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  /** Synchronises in the background, once at a time, until it succeeds. */
  function inBackground(withFeed: boolean): void {
    if (isDue) return;
    isDue = true;
    running = running.then(() => {
      isDue = false;
      return synchronise(withFeed);
    });
  }

  return {
    start() {
      inBackground(true);
      timer = setInterval(() => inBackground(false), checkMs).unref();
    },
    async stop() {
      clearInterval(timer);
      stopped.abort();
      await running;
    },
    async receive(headers, body) {
      const verdict = verify(keys, headers, body, now() / 1000);
      if (verdict !== "authentic") return { status: 401, outcome: verdict };
      const message = parseMessage(body);
      if (message === null) return { status: 400, outcome: "not_a_message" };
      if (message.filesystem !== options.source.filesystem)
        return { status: 400, outcome: "another_filesystem" };
      const outcome = await store.transaction((transaction) =>
        accept(transaction, message, maxQueued),
      );
      // Another process may have begun the listing that it waits for, and be gone.
      if (outcome !== "applied") inBackground(false);
      return { status: outcome === "queue_full" ? 503 : 200, outcome };
    },
  };
}

/** Applies a message by cursor, or queues it while a listing is pending. See spec 9.3, 9.5. */
async function accept(transaction: Transaction, message: Message, maxQueued: number) {
  const state = await transaction.lock();
  const asksToList = message.type === "files.resync";
  // The feed has no resyncs: it moves the cursor past one that only a listing applies.
  const known = state.resync ?? (asksToList ? state.listed : state.cursor);
  if (known !== null && message.cursor <= known) return "duplicate";
  // Changes cannot complete what was never listed, for example after the state was lost.
  if (asksToList || known === null) {
    await beginListing(transaction, state, later(message.cursor, state.cursor));
    return "resync";
  }
  if (state.resync !== null) {
    if ((await transaction.queueLength()) >= maxQueued) return "queue_full";
    await transaction.enqueue(message);
    return "queued";
  }
  await transaction.save({ ...state, cursor: message.cursor });
  await transaction.apply(message.events);
  return "applied";
}

/** The coming listing is newer than all that is queued up to the cursor. */
async function beginListing(transaction: Transaction, state: State, cursor: bigint) {
  await transaction.save({ ...state, resync: cursor });
  await transaction.dequeue(cursor);
}

const later = (cursor: bigint, other: bigint | null) =>
  other !== null && other > cursor ? other : cursor;

type Work = { store: Store; source: Source; signal: AbortSignal };

/**
 * Lists while a listing is pending, and what was never listed; otherwise `withFeed` reads the feed.
 * See spec 9.5, 9.7.
 */
async function sync({ withFeed, ...work }: Work & { withFeed: boolean }): Promise<void> {
  for (let isBehind = withFeed; !work.signal.aborted;) {
    const state = await work.store.transaction((transaction) => transaction.read());
    if (state.resync !== null) {
      await list(work, state.resync);
      // What changed since comes with the messages.
      isBehind = false;
      // The feed tells nothing of files that were at another prefix before.
    } else if (state.cursor === null || state.prefix !== work.source.prefix)
      await makePending(work, state.cursor, await work.source.head(work.signal));
    else if (!isBehind) return;
    else isBehind = await readFeed(work, state.cursor);
  }
}

/** Another resync arrived: the listing may miss the changes it is about. */
class Superseded extends Error {}

async function list({ store, source, signal }: Work, resync: bigint) {
  const work = async (transaction: Transaction) => {
    await transaction.waitForListing();
    if ((await transaction.read()).resync !== resync) return;
    await transaction.replace(source.list(signal));
    // Only now, so that messages can be queued during the listing.
    if ((await transaction.lock()).resync !== resync) throw new Superseded();
    let cursor = resync;
    for (const queued of await transaction.queue()) {
      if (queued.cursor <= cursor) continue;
      cursor = queued.cursor;
      await transaction.apply(queued.events);
    }
    await transaction.dequeue(cursor);
    await transaction.save({ cursor, resync: null, listed: resync, prefix: source.prefix });
  };
  await store.transaction(work).catch((error: unknown) => {
    if (!(error instanceof Superseded)) throw error;
  });
}

/** Makes a listing pending, unless the state has changed since it was read. */
async function makePending({ store }: Work, read: bigint | null, resync: bigint) {
  await store.transaction(async (transaction) => {
    const state = await transaction.lock();
    if (state.resync === null && state.cursor === read)
      await beginListing(transaction, state, resync);
  });
}

/** Applies one page of the feed; returns whether the receiver is still behind. */
async function readFeed(work: Work, after: bigint) {
  const page = await work.source.changes(after, work.signal);
  if ("expired" in page) {
    await makePending(work, after, page.expired);
    return true;
  }
  return work.store.transaction(async (transaction) => {
    const state = await transaction.lock();
    if (state.resync !== null || state.cursor === null || state.cursor < after) return true;
    // A message that arrived meanwhile may have advanced past this page.
    if (page.cursor > state.cursor) {
      await transaction.save({ ...state, cursor: page.cursor });
      await transaction.apply(page.events);
    }
    return page.hasMore;
  });
}
