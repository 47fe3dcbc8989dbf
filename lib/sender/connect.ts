import net from "node:net";
import tls from "node:tls";

import { codeOf, type Fault, type Phase } from "./outcome";

/** An aborted step ends with this code; the signal's reason says why. */
export const abortedCode = "ABORTED";

export type Opened = { kind: "open"; socket: tls.TLSSocket } | { kind: "fault"; fault: Fault };

export type ConnectInput = {
  /** Addresses that were all checked, or the one a `connectTo` entry names. */
  addresses: readonly string[];
  port: number;
  /** The URL's host: what the certificate must be for, wherever the connection goes. */
  host: string;
  secureContext: tls.SecureContext;
  signal: AbortSignal;
};

// A dead first address must not cost the whole deadline; one second outlasts any round trip.
const patienceMs = 1_000;
const addressesTried = 4;

/**
 * Opens a verified TLS connection that speaks HTTP/1.1, trying a few of the addresses in turn. Only addresses are dialled,
 * never a name: what is connected is what was checked. See spec 7.6, 7.8.
 */
export async function openSocket(input: ConnectInput): Promise<Opened> {
  const candidates = inTurn(input.addresses).slice(0, addressesTried);
  let worst: Opened = { kind: "fault", fault: { phase: "tcp", code: "ENETUNREACH" } };
  for (const [index, address] of candidates.entries()) {
    const last = index === candidates.length - 1;
    const opened = await dial(address, input, last);
    if (opened.kind === "open" || opened.fault.phase !== "tcp" || input.signal.aborted)
      return opened;
    // That this machine lacks IPv6 says less than what the other family answered.
    if (opened.fault.code !== "ENETUNREACH") worst = opened;
  }
  return worst;
}

/** IPv4 and IPv6 by turns, IPv4 first because it is the one that is never half configured. */
function inTurn(addresses: readonly string[]): string[] {
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
      settle();
      // The descriptor is given back before the verdict goes out.
      if (socket.closed) resolve({ kind: "fault", fault: { phase, code } });
      else socket.once("close", () => resolve({ kind: "fault", fault: { phase, code } }));
      socket.destroy();
    };
    const onAbort = () => fail(abortedCode);
    const onClose = () => fail("CLOSED");
    const timer = last ? undefined : setTimeout(() => fail("ETIMEDOUT"), patienceMs);
    const settle = () => {
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
      settle();
      return resolve({ kind: "open", socket });
    });
    // Stays for the socket's whole life: an error without a listener would end the process.
    socket.on("error", (error) => {
      const code = codeOf(error);
      // Refusing a connection reads ECONNREFUSED. A reset means that TCP was up, before we were told.
      if (code === "ECONNRESET" && phase === "tcp") phase = "tls";
      fail(code);
    });
    socket.once("close", onClose);
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}
