import net from "node:net";
import tls from "node:tls";

import { POLICY } from "@/lib/delivery/policy";
import type { Resolver } from "@/lib/net/resolve";
import type { Carrier } from "@/lib/sender/exchange";
import type { LocalHost } from "@/lib/sender/route";
import { createSender, type Sender, type SenderOptions } from "@/lib/sender/send";

import { type Authority, type Certificate, createAuthority } from "./certificates";
import { type Endpoint, type Reaction, type Received, startEndpoint } from "./endpoint";
import { listen } from "./listen";

/**
 * Short, so that a timeout test does not take ten seconds; long enough for a handshake on a busy
 * machine.
 */
export const deadlineMs = 800;
export const host = "hooks.test";
export const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

export const message = {
  url: `https://${host}/in/box?token=a%20b`,
  messageId: "msg_1",
  body: '{"type":"files.resync","name":"é"}',
  secrets: [secret],
  clock: () => 1_700_000_000_999,
};

/** The smallest acknowledging response. */
export const ok = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";

/** What an outcome is expected to match. */
export const delivered = { kind: "delivered", httpStatus: 200 };
export const failed = (code: string, detail?: string) => ({
  kind: "failed",
  code,
  ...(detail && { detail }),
});
export const badHttp = failed("connect_failed", "bad_http");

/** Resolves no names: hosts in `connectTo` need no lookup. */
export const nowhere: Resolver = { resolve: async () => ({ kind: "nxdomain" }) };

/** No test inbox. */
export const noInbox: LocalHost = {
  host: "inbox.test",
  open: () => Promise.reject(new Error("there is no test inbox")),
  close: async () => undefined,
};

/** Carries nothing: no host is a listener's. */
export const noListeners: Carrier = {
  carries: () => false,
  exchange: () => Promise.reject(new Error("there are no listeners")),
  close: async () => undefined,
};

type Below = (socket: net.Socket) => void;

/** Servers on real sockets and senders that reach them as `host`; `cleanUp` closes them all. */
export type Outbound = {
  authority: Authority;
  certificate: Certificate;
  senderTo(port: number, options?: Partial<SenderOptions>): Sender;
  /** An HTTPS endpoint with a sender to it. */
  endpointThat(
    respond: (request: Received) => Reaction,
    options?: { certificate?: Certificate; tls?: tls.TlsOptions; deadlineMs?: number },
  ): Promise<{ endpoint: Endpoint; sender: Sender }>;
  /** A plain TCP server, for failures before TLS is established. */
  tcpServer(onSocket: Below): Promise<{ sender: Sender; close: () => Promise<void> }>;
  /** A TLS server that controls how it reads. */
  tlsServer(
    onSecure: (socket: tls.TLSSocket, reset: () => void) => void,
  ): Promise<{ sender: Sender }>;
  cleanUp(): Promise<void>;
};

/** Creates an authority with a certificate for `host` and the helpers that use them. */
export async function createOutbound(): Promise<Outbound> {
  const authority = await createAuthority();
  const certificate = await authority.issue([host]);
  const secureContext = tls.createSecureContext(certificate);
  const senders: Sender[] = [];
  const servers: { close(): Promise<void> }[] = [];

  const senderTo: Outbound["senderTo"] = (port, options) => {
    const sender = createSender({
      resendGapMs: 1_020,
      connectTo: new Map([[host, { host: "127.0.0.1", port }]]),
      extraCa: authority.ca,
      resolver: nowhere,
      testInbox: noInbox,
      listeners: noListeners,
      deadlineMs,
      slots: { count: POLICY.slots, waitMs: POLICY.slotWaitMs },
      attemptsPerHost: 1_000_000,
      userAgent: "Tidemark-Webhooks/1",
      ...options,
    });
    senders.push(sender);
    return sender;
  };
  const tcpServer: Outbound["tcpServer"] = async (onSocket) => {
    const server = await startTcpServer(onSocket);
    servers.push(server);
    return { sender: senderTo(server.port), close: server.close };
  };
  return {
    authority,
    certificate,
    senderTo,
    tcpServer,
    async endpointThat(respond, options = {}) {
      const endpoint = await startEndpoint({ certificate, ...options, respond });
      servers.push(endpoint);
      const sender = senderTo(endpoint.port, { deadlineMs: options.deadlineMs ?? deadlineMs });
      return { endpoint, sender };
    },
    tlsServer: (onSecure) =>
      tcpServer((below) => {
        const socket = new tls.TLSSocket(below, { isServer: true, secureContext });
        socket.on("error", () => undefined);
        socket.once("secure", () => onSecure(socket, () => below.resetAndDestroy()));
      }),
    async cleanUp() {
      await Promise.all(senders.splice(0).map((sender) => sender.close()));
      await Promise.all(servers.splice(0).map((server) => server.close()));
    },
  };
}

async function startTcpServer(onSocket: Below) {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    onSocket(socket);
  });
  const port = await listen(server);
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    });
  return { port, close };
}

/** TCP sockets of this process, on both sides: a leak shows up here. */
export function countSockets(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === "TCPSocketWrap").length;
}
