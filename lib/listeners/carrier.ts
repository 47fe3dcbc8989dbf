import { createTicker } from "@/lib/concurrency/ticker";
import { listenerAt } from "@/lib/contract/listener-url";
import type { Db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { type Listener, listen } from "@/lib/realtime/listener";
import type { Live } from "@/lib/realtime/live";
import { abortedCode } from "@/lib/sender/connect";
import {
  type Carrier,
  type Exchanged,
  type ExchangeInput,
  heldBackCode,
} from "@/lib/sender/exchange";

import { CHANNEL, STREAM_SILENCE_MS } from "./channel";
import { toExchanged } from "./response";

// A response whose announcement was lost, and a stream that ended with its process, are seen after this.
const POLL_MS = 1_000;

type Deps = { db: Db; live: Pick<Live, "announce">; databaseUrl: string };

/** Resolves a request: with its response, or null if its stream is gone. */
type Waiting = Map<string, (response: string | null) => void>;

/**
 * Hands the attempts of this process to the streams of listeners, in whichever process they are, by way of the database,
 * and waits for the responses (spec 7.39). A listener has one request at a time: a later one replaces it.
 */
export function createListenerCarrier({ db, live, databaseUrl }: Deps): Carrier {
  const waiting: Waiting = new Map();
  let listener: Listener | undefined;
  const polls = createTicker(() => readResponses(db, waiting), { everyMs: POLL_MS, restMs: 0 });
  const hear = (requestId: string | null) => {
    if (requestId === null || waiting.has(requestId)) polls.now();
  };

  const wait = async (requestId: string, signal: AbortSignal): Promise<Exchanged> => {
    const responded = new Promise<string | null>((resolve) => waiting.set(requestId, resolve));
    const aborted = new Promise<"aborted">((resolve) => {
      if (signal.aborted) resolve("aborted");
      signal.addEventListener("abort", () => resolve("aborted"), { once: true });
    });
    listener ??= listen(databaseUrl, CHANNEL, hear);
    polls.start();
    try {
      const response = await Promise.race([responded, aborted]);
      if (response !== "aborted") return toExchanged(response ?? "closed");
      return toExchanged((await withdraw(db, requestId)) ?? abortedCode);
    } finally {
      waiting.delete(requestId);
      if (waiting.size === 0) polls.stop();
    }
  };
  return {
    carries: (host) => listenerAt(host) !== null,
    async exchange(host, input) {
      if (input.signal.aborted) return toExchanged(abortedCode);
      if (!input.onStart()) return toExchanged(heldBackCode);
      const requestId = newId("fwd");
      const filesystemId = await hand(db, requestId, listenerAt(host) ?? "", input);
      if (filesystemId === null) return toExchanged("no_listener");
      live.announce(filesystemId, listenerAt(host) ?? "");
      return wait(requestId, input.signal);
    },
    async close() {
      polls.stop();
      await listener?.close();
    },
  };
}

/** Gives a request to the stream of a listener; resolves to the filesystem, or to null if no stream is open. */
async function hand(
  db: Db,
  requestId: string,
  webhookId: string,
  { headers, endsAt }: ExchangeInput,
): Promise<string | null> {
  const [given] = await db.$queryRaw<{ filesystem_id: string }[]>`
    UPDATE listener l SET request_id = ${requestId}, message_id = ${headers["webhook-id"]},
      signed_at = ${headers["webhook-timestamp"]}, signature = ${headers["webhook-signature"]}, response = NULL,
      request_until = clock_timestamp() + milliseconds(${endsAt - performance.now()}::float8)
    FROM webhook w WHERE l.webhook_id = ${webhookId} AND w.id = l.webhook_id AND l.stream_id IS NOT NULL
      AND l.seen_at > clock_timestamp() - milliseconds(${STREAM_SILENCE_MS})
    RETURNING w.filesystem_id`;
  return given?.filesystem_id ?? null;
}

async function readResponses(db: Db, waiting: Waiting): Promise<void> {
  const ids = [...waiting.keys()];
  if (ids.length === 0) return;
  const rows = await db.$queryRaw<{ id: string; response: string | null; open: boolean }[]>`
    SELECT request_id AS id, response,
      stream_id IS NOT NULL AND seen_at > clock_timestamp() - milliseconds(${STREAM_SILENCE_MS}) AS open
    FROM listener WHERE request_id = ANY (${ids})`;
  for (const id of ids) {
    const row = rows.find((one) => one.id === id);
    if (row === undefined || row.response !== null || !row.open)
      waiting.get(id)?.(row?.response ?? null);
  }
}

/** Takes a request back, so that no response to it counts any more; resolves to one that came before. */
async function withdraw(db: Db, requestId: string): Promise<string | null> {
  const [row] = await db.$queryRaw<{ response: string | null }[]>`
    UPDATE listener SET request_id = NULL WHERE request_id = ${requestId} RETURNING response`;
  return row?.response ?? null;
}
