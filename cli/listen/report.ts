import { z } from "zod";

import { printable } from "@/cli/output";

import type { Message, Response } from "./receive";

const Body = z.object({
  type: z.string(),
  data: z.object({
    cursor: z.string(),
    events: z.array(z.object({ type: z.string(), path: z.string() })),
  }),
});

/** A message that was received here, with what came of it. */
export type Received = {
  message: Message;
  response: Response;
  durationMs: number;
  /** Whether the service took the response. */
  isLate: boolean;
};

const SHOWN = 3;

const FAILURES = {
  refused: "the local program refused the connection",
  closed: "the local program closed the connection without a response",
  unreachable: "the local program could not be reached",
  bad_http: "the response of the local program is not valid HTTP",
};

/** One line for people. */
export function toText({ message, response, durationMs, isLate }: Received, verifies: boolean) {
  const { type, data } = Body.parse(JSON.parse(message.body));
  const shown = data.events.slice(0, SHOWN).map((one) => `${one.type} ${printable(one.path)}`);
  const more = data.events.length - shown.length;
  const what = data.events.length === 0 ? "list all files" : shown.join(", ");
  const id = message.headers["webhook-id"] ?? "";
  return `${type}  ${id}  ${what}${more > 0 ? ` and ${more} more` : ""}\n  ${outcome(response, durationMs, isLate, verifies)}`;
}

function outcome(response: Response, durationMs: number, isLate: boolean, verifies: boolean) {
  if (isLate || response === null) return "no response in time; sent again";
  if (typeof response === "string") return `${FAILURES[response]}; sent again`;
  if (verifies)
    return response === 200 ? "signature verified" : "the signature does not verify; sent again";
  const end = response < 300 ? "delivered" : "sent again";
  return `${response} in ${Math.round(durationMs)} ms; ${end}`;
}

/** One line for programs; `message` is the parsed body. */
export function toJson({ message, response, durationMs, isLate }: Received): string {
  const status = typeof response === "number" && !isLate ? response : null;
  const failure = isLate || response === null ? "timeout" : response;
  return JSON.stringify({
    event: "message",
    id: message.headers["webhook-id"],
    status,
    failure: status === null ? failure : null,
    duration_ms: Math.round(durationMs),
    headers: message.headers,
    message: JSON.parse(message.body),
  });
}
