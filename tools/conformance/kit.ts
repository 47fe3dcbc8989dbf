import { setTimeout as sleep } from "node:timers/promises";

import { type EventPayload, Inngest, type InngestFunction } from "inngest";

import { eventually } from "@/testing/eventually";

import type { App } from "./app";
import type { Target } from "./target";

type Options = Parameters<Inngest["createFunction"]>[0];
type Handler = Parameters<Inngest["createFunction"]>[1];

/**
 * What a row works with: its own functions and events, and ways to query the engine and the app.
 */
export type Kit = {
  target: Target;
  app: () => App;
  client: Inngest;
  /**
   * Defines a function that the row's event starts, unless `options` name other triggers. Returns
   * its id.
   */
  define: (options: Partial<Options>, handler: Handler) => string;
  /** An event of this row, in the engine's format; `topic` creates several kinds. */
  event: (data?: Record<string, unknown>, topic?: string) => EventPayload & { name: string };
  /** Sends events with the SDK's client; returns their ids. */
  send: (...events: EventPayload[]) => Promise<string[]>;
  /** Posts a body to the engine as is; returns the status and the response body. */
  post: (path: string, body: string, headers?: Record<string, string>) => Promise<Reply>;
};

export type Reply = { status: number; text: string };

/** A promise of the engine and how to observe it. `check` throws if it is broken. */
export type Row = {
  name: string;
  /** Takes the app offline for everyone, so no other row may run. */
  alone?: boolean;
  make: (kit: Kit) => () => Promise<void>;
};

/**
 * The longest a row waits: minutes may pass between attempts on a real server, or on a busy
 * machine.
 */
const TIMEOUT_MS = 180_000;

/** Waits until `poll` returns true. @throws naming `what` after `ms` milliseconds */
export async function waitFor(
  what: string,
  poll: () => boolean | Promise<boolean>,
  ms = TIMEOUT_MS,
): Promise<void> {
  await eventually(what, poll, ms);
}

/** Allows enough time for an unwanted event to happen. */
export function pauseBriefly(ms = 3_000): Promise<void> {
  return sleep(ms);
}

const none = (): void => undefined;
const quiet = { info: none, warn: none, error: none, debug: none };

/** A client in cloud mode, like the product's, with a silent logger. */
export function quietClient(target: Pick<Target, "url" | "eventKey" | "signingKey">): Inngest {
  const { url: baseUrl, eventKey, signingKey } = target;
  const keys = { baseUrl, eventKey, signingKey };
  return new Inngest({
    id: "conformance",
    isDev: false,
    logger: quiet,
    internalLogger: quiet,
    ...keys,
  });
}

/**
 * The kit of one row. `mark` identifies this run of the suite: leftovers of an earlier one are
 * ignored.
 */
export function createKit(
  shared: Pick<Kit, "target" | "app" | "client"> & { functions: InngestFunction.Any[] },
  row: number,
  mark: string,
): Kit {
  const { client, target, functions } = shared;
  const name = (topic = "") => `conformance/${row}${topic}`;
  let defined = 0;
  return {
    ...shared,
    define(options, handler) {
      defined += 1;
      const id = `row-${row}-${defined}`;
      const ours: Handler = (context) =>
        isOld(context.event, mark) ? undefined : handler(context);
      functions.push(
        client.createFunction({ id, triggers: [{ event: name() }], ...options }, ours),
      );
      return id;
    },
    event: (data = {}, topic = "") => ({ name: name(topic), data: { ...data, mark } }),
    send: async (...events) => (await client.send(events)).ids,
    async post(path, body, headers = {}) {
      const response = await fetch(`${target.url}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body,
      });
      return { status: response.status, text: await response.text() };
    },
  };
}

/**
 * Whether an event was sent by an earlier run of the suite. The engine's own events have no mark.
 */
function isOld({ data }: { data?: unknown }, mark: string): boolean {
  return typeof data === "object" && data !== null && "mark" in data && String(data.mark) !== mark;
}
