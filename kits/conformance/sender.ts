import { randomUUID } from "node:crypto";

import { signature, signingKey } from "@/kits/typescript/verify.ts";

import type { ApiProxy } from "./api-proxy.ts";
import { eventually } from "./eventually.ts";
import type { Filesystem } from "./filesystem.ts";

/** A message as the service would send it. */
export type Message = { id: string; body: string; cursor: bigint };

/** How to send it, where that differs from what the service does. */
export type Sending = {
  /** The secrets that sign, newest first. */
  secrets?: string[];
  /** Seconds from now. */
  late?: number;
  /** Changes to the signed headers; null leaves one out. */
  headers?: Record<string, string | null>;
  /** Changes to the signed body. */
  body?: string;
  method?: string;
  /** Where to send it. Default: the URL of the receiver. */
  to?: string;
};

/** Makes messages of real changes, and sends them. */
export type Sender = {
  /** Returns a message with the changes since the message before. */
  changed(): Promise<Message>;
  /** Returns a message that asks for a listing, with a cursor of its own. */
  resync(): Promise<Message>;
  /** Delivers such a message; returns it. */
  deliverResync(): Promise<Message>;
  /** Returns a message with a file that does not exist and a cursor far ahead. */
  invented(): Promise<Message>;
  /** Sends a message once; returns the status. A response takes at most 10 seconds. */
  post(message: Message, sending?: Sending): Promise<number>;
  /** Sends a message until it is acknowledged, as the service does. */
  deliver(message: Message, sending?: Sending): Promise<void>;
};

const DEADLINE_MS = 10_000;

/** The secret of the webhook, and the one that a rotation replaced. */
export const [SECRET, OLD_SECRET] = [
  "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
];

/** Returns the sender of the messages of one filesystem to a receiver at `url`. */
export function createSender(filesystem: Filesystem, url: string, api: ApiProxy): Sender {
  let position = 0n;
  const post: Sender["post"] = (message, sending = {}) => send(sending.to ?? url, message, sending);
  const make = (type: string, cursor: bigint, events: object[]) =>
    messageOf(type, filesystem.id, cursor + api.shift, events);

  async function deliver(message: Message, sending?: Sending): Promise<void> {
    let status: unknown;
    await eventually(
      () => `message ${message.cursor} to be acknowledged; last ${String(status)}`,
      async () => {
        status = await post(message, sending).catch(String);
        return isSuccess(status);
      },
    );
  }

  async function resync(): Promise<Message> {
    position = await filesystem.head();
    api.shift += 1n;
    return make("files.resync", position, []);
  }

  return {
    post,
    deliver,
    async changed() {
      const { cursor, events } = await filesystem.changesAfter(position);
      position = cursor;
      return make("files.changed", cursor, events);
    },
    resync,
    async deliverResync() {
      const message = await resync();
      await deliver(message);
      return message;
    },
    invented: async () => make("files.changed", (await filesystem.head()) + 1_000n, [INVENTED]),
  };
}

const INVENTED = {
  type: "created",
  path: "/invented",
  file: {
    path: "/invented",
    type: "file",
    size: 1,
    etag: '"1"',
    modified_at: "2026-01-01T00:00:00.000Z",
  },
};

function messageOf(type: string, filesystem: string, cursor: bigint, events: object[]): Message {
  const data = {
    webhook_id: "wh_conformance",
    filesystem_id: filesystem,
    events,
    cursor: cursor.toString(),
  };
  const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data });
  return { id: `msg_${randomUUID()}`, body, cursor };
}

async function send(url: string, { id, body }: Message, sending: Sending): Promise<number> {
  const { secrets = [SECRET], late = 0, method = "POST" } = sending;
  const timestamp = String(Math.floor(Date.now() / 1000) + late);
  const signed = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets
      .map((secret) => signature(signingKey(secret), id, timestamp, Buffer.from(body)))
      .join(" "),
    ...sending.headers,
  };
  const response = await fetch(url, {
    method,
    headers: Object.entries(signed).flatMap(([name, value]): [string, string][] =>
      value === null ? [] : [[name, value]],
    ),
    body: method === "GET" ? null : (sending.body ?? body),
    redirect: "manual",
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  await response.arrayBuffer();
  return response.status;
}

const isSuccess = (status: unknown) => typeof status === "number" && status >= 200 && status < 300;
