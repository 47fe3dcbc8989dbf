import { setTimeout as wait } from "node:timers/promises";

import { z } from "zod";

import type { Client } from "@/cli/client";
import { RequestError } from "@/lib/api-client/request";
import { ERRORS } from "@/lib/contract/errors";
import { isErrorCode } from "@/lib/contract/limit-codes";
import { ListenerMessage, listeners } from "@/lib/contract/listeners";
import { Webhook } from "@/lib/contract/webhooks";

import { type ListenerParams, openStream } from "./open-stream";
import type { Message, Receive } from "./receive";
import type { Received } from "./report";

const RETRY_MS = 1_000;

/** How listening is reported: each message, and each state of the webhook. */
export type Reporter = {
  open(): void;
  lost(): void;
  received(received: Received): void;
  state(webhook: z.infer<typeof Webhook>): void;
};

/** Ends listening, after the message that is being received. */
export type Stop = { signal: AbortSignal; isBusy: boolean; leave: AbortController };

/**
 * Receives the messages of a listener, and opens its stream again whenever it breaks.
 * @returns "stopped", or "gone" if there is no such listener any more
 * @throws RequestError if it may not listen, another process has taken over, or the listener was deleted meanwhile
 */
export async function stay(
  client: Client,
  params: ListenerParams,
  receive: Receive,
  reporter: Reporter,
  stop: Stop,
): Promise<"stopped" | "gone"> {
  while (!stop.signal.aborted) {
    let isOpen = false;
    try {
      for await (const { event, data } of openStream(client, params, stop.leave.signal)) {
        if (event === "end") throw refusalOf(data, isOpen);
        if (event === "webhook") {
          if (!isOpen) reporter.open();
          isOpen = true;
          reporter.state(Webhook.parse(data));
        }
        if (event !== "message") continue;
        stop.isBusy = true;
        reporter.received(
          await receiveAndRespond(client, params, ListenerMessage.parse(data), receive),
        );
        stop.isBusy = false;
        if (stop.signal.aborted) return "stopped";
      }
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.status === 404 && !isOpen) return "gone";
      if (!isPassing(error)) throw error;
    }
    if (stop.signal.aborted) break;
    reporter.lost();
    await wait(RETRY_MS, undefined, { signal: stop.leave.signal }).catch(() => undefined);
  }
  return "stopped";
}

const Refusal = z.object({ code: z.string(), request_id: z.string() });

/** What the last event of a stream says, as the request's own refusal. */
function refusalOf(data: unknown, isOpen: boolean): Error {
  const { code, request_id: requestId } = Refusal.parse(data);
  if (code === "not_found" && isOpen) return new Error("The listener was deleted.");
  if (!isErrorCode(code)) return new RequestError({ status: 500, code: "unknown", requestId });
  return new RequestError({ status: ERRORS[code].status, code, requestId });
}

const isPassing = ({ status }: RequestError) => status === 0 || status === 429 || status >= 500;

async function receiveAndRespond(
  client: Client,
  params: ListenerParams,
  message: Message,
  receive: Receive,
): Promise<Received> {
  const startedAt = performance.now();
  const response = await receive(message);
  const durationMs = performance.now() - startedAt;
  if (response === null) return { message, response, durationMs, isLate: true };
  const body = { request_id: message.request_id, response };
  const isLate = await client.call(listeners.respond, { params, body }).then(
    () => false,
    // The message comes again, whatever the reason; a lasting one ends the stream too.
    () => true,
  );
  return { message, response, durationMs, isLate };
}
