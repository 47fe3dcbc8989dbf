import net from "node:net";
import os from "node:os";

import ipaddr from "ipaddr.js";

// Azure serves instance metadata here, although the address is public.
const cloudMetadata = "168.63.129.16";
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");
const nat64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/**
 * Whether the address `ip` is public unicast, so that a webhook may be sent to it. Refuses anything else,
 * including zone ids and IPv6 forms that embed a non-public IPv4 address. See spec 7.6, 7.26.
 */
export function isPublicAddress(ip: string): boolean {
  if (net.isIP(ip) === 0 || ip.includes("%")) return false;
  const address = ipaddr.parse(net.isIPv6(ip) ? inHex(ip) : ip);
  if (address instanceof ipaddr.IPv4) return isPublicIPv4(address);
  // Only these two forms reach an IPv4 host; 6to4, Teredo and others are obsolete and refused.
  if (address.isIPv4MappedAddress() || address.match(nat64)) {
    return isPublicIPv4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  }
  return address.range() === "unicast" && address.match(globalUnicast);
}

/** In hexadecimal, because the library misreads `::8.8.8.8` as `::ffff:8.8.8.8`. */
function inHex(ipv6: string): string {
  return new URL(`http://[${ipv6}]`).hostname.slice(1, -1);
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === "unicast" && address.toString() !== cloudMetadata;
}

/**
 * Returns a test for this machine's own addresses, whose listeners no firewall protects. `interfaces` returns
 * the current network interfaces. See spec 7.26.
 */
export function ownAddresses(interfaces = os.networkInterfaces()): (ip: string) => boolean {
  const own = Object.values(interfaces).flatMap((list) => list?.map((one) => one.address) ?? []);
  const known = new Set(own.map(normalise));
  return (ip) => net.isIP(ip) !== 0 && known.has(normalise(ip));
}

function normalise(ip: string): string {
  return ipaddr.process(ip).toString();
}
