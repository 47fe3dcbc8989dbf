import net from "node:net";
import tls from "node:tls";

import { codeOf, type Fault, type Phase } from "./outcome";

/** The code of an aborted step; the signal's reason says why. */
export const abortedCode = "ABORTED";

export type Opened = { kind: "open"; socket: tls.TLSSocket } | { kind: "fault"; fault: Fault };

export type ConnectInput = {
  /** Addresses that were all checked, or the one of a `connectTo` entry. */
  addresses: readonly string[];
  port: number;
  /** The URL's host: what the certificate must be for, wherever the connection goes. */
  host: string;
  secureContext: tls.SecureContext;
  signal: AbortSignal;
};

// A dead first address must not cost the whole deadline; one second is longer than any round trip.
const addressTimeoutMs = 1_000;
const maximumAddresses = 4;

/**
 * Opens a verified TLS connection that speaks HTTP/1.1, trying up to four of the addresses in turn.
 * Only addresses are dialled, never a name: the socket connects to what was checked. See
 * spec 7.6, 7.8.
 */
export async function openSocket(input: ConnectInput): Promise<Opened> {
  const candidates = interleave(input.addresses).slice(0, maximumAddresses);
  let worst: Opened = { kind: "fault", fault: { phase: "tcp", code: "ENETUNREACH" } };
  for (const [index, address] of candidates.entries()) {
    const last = index === candidates.length - 1;
    const opened = await dial(address, input, last);
    if (opened.kind === "open" || opened.fault.phase !== "tcp" || input.signal.aborted)
      return opened;
    // A lack of IPv6 on this machine says less than the fault of the other family.
    if (opened.fault.code !== "ENETUNREACH") worst = opened;
  }
  return worst;
}

/** Alternates IPv4 and IPv6, IPv4 first because it is never half configured. */
function interleave(addresses: readonly string[]): string[] {
  const v6 = addresses.filter((ip) => net.isIPv6(ip));
  const v4 = addresses.filter((ip) => !net.isIPv6(ip));
  return Array.from({ length: Math.max(v4.length, v6.length) }, (_, i) => [v4[i], v6[i]])
    .flat()
    .filter((ip) => ip !== undefined);
}

function dial(address: string, input: ConnectInput, last: boolean): Promise<Opened> {
  const { host, port, secureContext, signal } = input;
  return new Promise((resolve) => {
    let phase: Phase = "tcp";
    const socket = tls.connect({
      host: address,
      port,
      servername: net.isIP(host) === 0 ? host : "",
      secureContext,
      ALPNProtocols: ["http/1.1"],
      checkServerIdentity: (_, certificate) => tls.checkServerIdentity(host, certificate),
    });
    const fail = (code: string) => {
      cleanUp();
      // The descriptor is released before the fault is reported.
      if (socket.closed) resolve({ kind: "fault", fault: { phase, code } });
      else socket.once("close", () => resolve({ kind: "fault", fault: { phase, code } }));
      socket.destroy();
    };
    const onAbort = () => fail(abortedCode);
    const onClose = () => fail("CLOSED");
    const timer = last ? undefined : setTimeout(() => fail("ETIMEDOUT"), addressTimeoutMs);
    const cleanUp = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      socket.off("close", onClose);
    };
    socket.setNoDelay(true);
    socket.once("connect", () => {
      phase = "tls";
      clearTimeout(timer);
    });
    socket.once("secureConnect", () => {
      const protocol = socket.alpnProtocol;
      if (protocol && protocol !== "http/1.1") return fail("NO_HTTP1");
      cleanUp();
      return resolve({ kind: "open", socket });
    });
    // Stays as long as the socket: an error without a listener would crash the process.
    socket.on("error", (error) => {
      const code = codeOf(error);
      // A refused connection is ECONNREFUSED. A reset means that TCP was up before the event
      // arrived.
      if (code === "ECONNRESET" && phase === "tcp") phase = "tls";
      fail(code);
    });
    socket.once("close", onClose);
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}
