import type { LISTENER_FAILURES } from "@/lib/contract/listeners";
import { abortedCode } from "@/lib/sender/connect";
import { type Exchanged, heldBackCode } from "@/lib/sender/exchange";
import type { Fault } from "@/lib/sender/outcome";

type Failure =
  | (typeof LISTENER_FAILURES)[number]
  | "no_listener"
  | typeof abortedCode
  | typeof heldBackCode;

// As if the sender had met the same failure on a socket.
const FAULTS: Readonly<Record<Failure, Fault>> = {
  no_listener: { phase: "tcp", code: "NO_LISTENER" },
  refused: { phase: "tcp", code: "ECONNREFUSED" },
  unreachable: { phase: "tcp", code: "EHOSTUNREACH" },
  closed: { phase: "http", code: "CLOSED" },
  bad_http: { phase: "http", code: "BAD_RESPONSE" },
  [abortedCode]: { phase: "http", code: abortedCode },
  [heldBackCode]: { phase: "http", code: heldBackCode },
};

const isFailure = (text: string): text is Failure => Object.hasOwn(FAULTS, text);

/** What came of a request to a listener, from its `response` in the database: a status, or the name of a failure. */
export function toExchanged(response: string): Exchanged {
  if (!isFailure(response)) return { kind: "response", status: Number(response), reusable: false };
  return { kind: "fault", fault: FAULTS[response], responded: false };
}
