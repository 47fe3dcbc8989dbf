import ipaddr from "ipaddr.js";

// A Request of the web platform does not know its socket; the server that makes it tells us here.
const peers = new WeakMap<Request, string>();

/** Remembers the address of the socket a request came through. */
export function setPeer(request: Request, address: string): void {
  peers.set(request, address);
}

/** The address that counts as the caller's of a request that came to our own server, see `addressBehind`. */
export function callerAddress(request: Request, trustedProxies: readonly string[]): string {
  const forwarded = request.headers.get("x-forwarded-for") ?? "";
  return addressBehind(peers.get(request) ?? "unknown", forwarded, trustedProxies);
}

/**
 * Whom a socket's `peer` speaks for: itself, or behind a configured proxy the last address in `forwarded` (the
 * value of `X-Forwarded-For`) that is not a proxy of ours. A forged header from elsewhere changes nothing.
 */
export function addressBehind(
  peer: string,
  forwarded: string,
  trustedProxies: readonly string[],
): string {
  const trusted = (address: string) => trustedProxies.some((range) => isWithin(address, range));
  if (!trusted(peer)) return plain(peer);
  const hops = forwarded.split(",").map((hop) => withoutPort(hop.trim()));
  const last = hops.findLast((hop) => !trusted(hop));
  // What stands before a hop that is no address is the caller's own word.
  return plain(last !== undefined && ipaddr.isValid(last) ? last : peer);
}

// Some proxies write `192.0.2.1:51234` and `[2001:db8::1]:51234`.
const withoutPort = (hop: string) => hop.replace(/^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/, "$1$2");

// A socket that takes both families tells an IPv4 caller as `::ffff:192.0.2.1`.
function plain(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}

/** The key by which an address is counted: an IPv6 customer owns at least a /64. */
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
