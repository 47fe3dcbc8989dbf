import { setTimeout as sleep } from "node:timers/promises";
import type tls from "node:tls";

import { parseMessage } from "@/examples/receiver/message";
import { signingKey, verify } from "@/kits/typescript/verify";
import { createAuthority } from "@/testing/certificates";
import { type Endpoint, type Received, startEndpoint } from "@/testing/endpoint";

import { type Watch, watch } from "./checks";
import type { MirrorSync } from "./mirror-sync";
import { type Random, weighted } from "./random";

/** One webhook as the receiver knows it. */
export type Subscriber = {
  mirrorSync: MirrorSync;
  random: Random;
  /** Resolves when the service has returned the secret. */
  secret: Promise<string>;
  /** How often each message was asked to be resent, less how often it came out of order. */
  resends: Map<string, number>;
  /** Makes it well-behaved from now on. */
  calm: boolean;
  broken: (rule: string, detail: string) => void;
};

/** The receivers of all webhooks, behind one real HTTPS socket. */
export type ReceiverPool = {
  hosts: readonly string[];
  port: number;
  ca: string;
  /** Adds a webhook's receiver, or another URL of it; returns the URL. */
  add(subscriber: Subscriber): string;
  requests(): number;
  close(): Promise<void>;
};

const HOSTS = 16;
const HOLD_MS = 11_000;
const SLOW_MS = 1_500;

const BEHAVIOURS = [
  [700, "respond"],
  [40, "repeat"],
  [60, "slow"],
  [60, "refuse"],
  [40, "drop"],
  [50, "never respond"],
  [8, "hold"],
  [20, "restart before"],
  [22, "restart after"],
] as const;

type Known = { subscriber: Subscriber; watch: Watch };

/** Starts it on loopback, with certificates for all its hosts. */
export async function startReceivers(): Promise<ReceiverPool> {
  const hosts = Array.from({ length: HOSTS }, (_, i) => `receiver-${i}.test`);
  const authority = await createAuthority();
  const known = new Map<string, Known>();
  let requests = 0;
  const endpoint: Endpoint = await startEndpoint({
    certificate: await authority.issue(hosts),
    respond(request) {
      requests += 1;
      // The endpoint keeps every request, which suits tests with few of them.
      endpoint.requests.length = 0;
      const hook = known.get(request.path);
      return (socket, reset) => {
        if (hook === undefined) return reset();
        void serve(hook, request, socket, reset).catch((error: unknown) =>
          hook.subscriber.broken("receiver", String(error)),
        );
      };
    },
  });
  return {
    hosts,
    port: endpoint.port,
    ca: authority.ca,
    add(subscriber) {
      const path = `/hook-${known.size + 1}`;
      const same = [...known.values()].find((hook) => hook.subscriber === subscriber);
      known.set(path, same ?? { subscriber, watch: watch(subscriber.broken, subscriber.resends) });
      return `https://${hosts[known.size % HOSTS]}${path}`;
    },
    requests: () => requests,
    close: () => endpoint.close(),
  };
}

async function serve(
  { subscriber, watch: watched }: Known,
  request: Received,
  socket: tls.TLSSocket,
  reset: () => void,
): Promise<void> {
  const { mirrorSync, random, broken } = subscriber;
  const header = (name: string) => request.headers.find(([key]) => key === name)?.[1];
  const body = Buffer.from(request.body);
  const message = parseMessage(body);
  if (message === null) return broken("message", "a request is not a message");
  const { cursor, events } = message.data;
  const id = header("webhook-id") ?? "none";
  watched.began({ id, cursor, request });
  const end = once(() => {
    socket.off("close", end);
    watched.ended();
  });
  socket.once("close", end);
  const signature = {
    id,
    timestamp: header("webhook-timestamp"),
    signature: header("webhook-signature"),
  };
  const verdict = verify(
    [signingKey(await subscriber.secret)],
    signature,
    body,
    Date.now() / 1_000,
  );
  if (verdict !== "authentic") broken("signature", verdict);

  const behaviour = subscriber.calm ? "respond" : weighted(random, BEHAVIOURS);
  const response = (status: number) => {
    end();
    if (!socket.destroyed) socket.write(`HTTP/1.1 ${status} \r\ncontent-length: 0\r\n\r\n`);
  };
  const store = () => mirrorSync.accept({ type: message.type, cursor, events });
  if (behaviour === "refuse") return response(500);
  if (behaviour === "drop") return reset();
  if (behaviour === "hold") return void setTimeout(reset, HOLD_MS);
  if (behaviour === "restart before") {
    mirrorSync.restart();
    return reset();
  }
  if (behaviour === "slow") await sleep(random.below(SLOW_MS));
  store();
  if (behaviour === "repeat" && store())
    broken("receiver", "a repeated message was treated as news");
  if (behaviour === "restart after") mirrorSync.restart();
  if (behaviour === "restart after" || behaviour === "never respond") return reset();
  response(200);
}

/** Runs only the first call. */
function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
}
