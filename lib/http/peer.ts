import ipaddr from "ipaddr.js";

// A Request of the web platform does not know its socket; the server that makes it tells us here.
const peers = new WeakMap<Request, string>();

/** Remembers the address of the socket a request came through. */
export function setPeer(request: Request, address: string): void {
  peers.set(request, address);
}

/**
 * The address that counts as the caller's: the peer's, or behind a configured proxy the last one in
 * `X-Forwarded-For` that is not a proxy of ours. A forged header from elsewhere changes nothing.
 */
export function callerAddress(request: Request, trustedProxies: readonly string[]): string {
  const peer = peers.get(request) ?? "unknown";
  const trusted = (address: string) => trustedProxies.some((range) => isWithin(address, range));
  if (!trusted(peer)) return peer;
  const hops = (request.headers.get("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  return hops.findLast((hop) => ipaddr.isValid(hop) && !trusted(hop)) ?? peer;
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
