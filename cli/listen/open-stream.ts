import type { Client } from "@/cli/client";
import { accessToken } from "@/cli/logins";
import { createEventReader, type StreamEvent } from "@/lib/api-client/event-stream";
import { reach, readRefusal, urlOf } from "@/lib/api-client/request";
import { listeners } from "@/lib/contract/listeners";

/** What the paths of a listener need. */
export type ListenerParams = { org_id: string; fs_id: string; webhook_id: string };

// Heartbeats come every 2 seconds.
const SILENCE_MS = 10_000;

/**
 * The events of a listener's stream, until it ends or breaks, or `signal` fires.
 * @throws RequestError if it is refused, or the service cannot be reached
 */
export async function* openStream(
  { settings }: Client,
  params: ListenerParams,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const lost = new AbortController();
  const either = AbortSignal.any([signal, lost.signal]);
  const url = settings.apiUrl + urlOf(listeners.stream.path, params);
  const ask = async (refused?: string) => {
    const token = settings.apiKey ?? (await accessToken(settings, refused));
    const headers = { authorization: `Bearer ${token}` };
    return { token, response: await reach(url, { headers, signal: either }) };
  };
  const timer = setTimeout(() => lost.abort(), SILENCE_MS);
  try {
    let { token, response } = await ask();
    if (response.status === 401 && settings.apiKey === null) ({ response } = await ask(token));
    if (!response.ok || response.body === null) throw await readRefusal(response);
    const read = createEventReader();
    const decoder = new TextDecoder();
    for await (const chunk of response.body) {
      timer.refresh();
      yield* read(decoder.decode(chunk, { stream: true }));
    }
  } catch (error) {
    // A stream that is silent, or breaks, has ended. A TypeError is how `fetch` says that it broke.
    if (!either.aborted && !(error instanceof TypeError)) throw error;
  } finally {
    clearTimeout(timer);
    lost.abort();
  }
}
