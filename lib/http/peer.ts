import ipaddr from "ipaddr.js";

/** The other end of a request: its address, and how to end its connection at once, if it has one. */
type Peer = { address: string; cut?: () => void };

// A web platform Request has no socket, so the server registers it here.
const peers = new WeakMap<Request, Peer>();

/** Records the other end of a request's connection. */
export function setPeer(request: Request, peer: Peer): void {
  peers.set(request, peer);
}

/** Ends the connection of a request at once; undefined if it came without one. */
export const cutOf = (request: Request): (() => void) | undefined => peers.get(request)?.cut;

/** The caller's address of a request to our server; see `addressBehind`. */
export function callerAddress(request: Request, trustedProxies: readonly string[]): string {
  const forwarded = request.headers.get("x-forwarded-for") ?? "";
  return addressBehind(peers.get(request)?.address ?? "unknown", forwarded, trustedProxies);
}

/**
 * The client address behind a socket's `peer`: the peer itself, or behind a trusted proxy the last address
 * in `forwarded` (`X-Forwarded-For`) that is not a trusted proxy. Headers from others are ignored.
 */
export function addressBehind(
  peer: string,
  forwarded: string,
  trustedProxies: readonly string[],
): string {
  const trusted = (address: string) => isTrustedProxy(address, trustedProxies);
  if (!trusted(peer)) return plain(peer);
  const hops = forwarded.split(",").map((hop) => withoutPort(hop.trim()));
  const last = hops.findLast((hop) => !trusted(hop));
  // Anything before an invalid hop is unverified.
  return plain(last !== undefined && ipaddr.isValid(last) ? last : peer);
}

/** Whether an address is in one of the ranges. */
export const isTrustedProxy = (address: string, trustedProxies: readonly string[]): boolean =>
  trustedProxies.some((range) => isWithin(address, range));

// Some proxies write `192.0.2.1:51234` and `[2001:db8::1]:51234`.
const withoutPort = (hop: string) => hop.replace(/^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/, "$1$2");

// A dual-stack socket reports an IPv4 caller as `::ffff:192.0.2.1`.
function plain(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}

/** The key an address is counted by; an IPv6 subscriber has at least a /64. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return `${parsed.toNormalizedString().split(":").slice(0, 4).join(":")}::/64`;
}

function isWithin(address: string, range: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  const [network = "", bits] = range.includes("/") ? range.split("/") : [range];
  const base = ipaddr.parse(network);
  if (parsed.kind() !== base.kind()) return false;
  return parsed.match(
    base,
    bits === undefined ? (base.kind() === "ipv4" ? 32 : 128) : Number(bits),
  );
}
