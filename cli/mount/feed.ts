import { setTimeout as wait } from "node:timers/promises";

import { z } from "zod";

import { createEventReader, type StreamEvent } from "@/lib/api-client/event-stream";
import { RequestError } from "@/lib/api-client/request";
import { Stat } from "@/lib/contract/stat";

import type { Remote } from "./remote";

// Heartbeats come every 15 seconds.
const SILENCE_MS = 25_000;
const RETRY_MS = 500;

const Position = z.object({ cursor: z.string() });
const Changes = z.object({
  cursor: z.string(),
  events: z.array(
    z.object({
      path: z.string(),
      file: Stat.nullable(),
      author: z.string().nullable(),
      cursor: z.string(),
    }),
  ),
});

/** What was at a path when the feed told of its change, and who made that. */
export type Event = { path: string; file: Stat | null; author: string | null; cursor: string };

export type FeedListener = {
  /** The feed is connected, or no longer. */
  live(isLive: boolean): void;
  event(event: Event): void;
  /** Changes were missed: everything may be different. */
  reset(): void;
  /** Access was lost, with the code of the refusal. */
  ended(code: string): void;
};

/**
 * Follows the changes after a cursor until `signal` fires or access is lost, and connects again whenever it breaks. Only a
 * stream that is refused says that access was lost: one that ends may have been that of an older session.
 */
export async function followChanges(
  remote: Remote,
  cursor: string,
  listener: FeedListener,
  signal: AbortSignal,
): Promise<void> {
  const position = { cursor };
  while (!signal.aborted) {
    try {
      await readStream(remote, position, listener, signal);
    } catch (error) {
      if (isRefusal(error)) return listener.ended(error.code);
    }
    listener.live(false);
    await wait(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
}

const isRefusal = (error: unknown): error is RequestError =>
  error instanceof RequestError && [401, 403, 404].includes(error.status);

async function readStream(
  remote: Remote,
  position: { cursor: string },
  listener: FeedListener,
  signal: AbortSignal,
): Promise<void> {
  const lost = new AbortController();
  const timer = setTimeout(() => lost.abort(), SILENCE_MS);
  try {
    const either = AbortSignal.any([signal, lost.signal]);
    const response = await remote.openFeed(position.cursor, either);
    const read = createEventReader();
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      timer.refresh();
      for (const event of read(decoder.decode(chunk, { stream: true })))
        if (take(event, position, listener)) return;
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Takes an event of the stream; true if it was the last one. */
function take(
  { event, data }: StreamEvent,
  position: { cursor: string },
  listener: FeedListener,
): boolean {
  if (event === "end") return true;
  if (event === "expired") {
    position.cursor = Position.parse(data).cursor;
    listener.reset();
    return true;
  }
  if (event === "changes") for (const one of Changes.parse(data).events) listener.event(one);
  position.cursor = Position.parse(data).cursor;
  listener.live(true);
  return false;
}
