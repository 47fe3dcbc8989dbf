import net from "node:net";
import os from "node:os";

import ipaddr from "ipaddr.js";

// Azure answers instance metadata on this one although it lies in public space.
const cloudMetadata = "168.63.129.16";
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");
const nat64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/**
 * Whether `ip`, an address in text, is public unicast, so that a webhook may be sent to it. Anything else is refused:
 * what is no address, a zone id, and IPv6 forms that carry an IPv4 address which is not public.
 * See spec 7.6, 7.26.
 */
export function isPublicAddress(ip: string): boolean {
  if (net.isIP(ip) === 0 || ip.includes("%")) return false;
  const address = ipaddr.parse(net.isIPv6(ip) ? inHex(ip) : ip);
  if (address instanceof ipaddr.IPv4) return isPublicIPv4(address);
  // Only these two forms lead to a real IPv4 host; 6to4, Teredo and the like are dead and refused whole.
  if (address.isIPv4MappedAddress() || address.match(nat64)) {
    return isPublicIPv4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  }
  return address.range() === "unicast" && address.match(globalUnicast);
}

/** The library reads `::8.8.8.8` as `::ffff:8.8.8.8`, which is another address; in hexadecimal it cannot. */
function inHex(ipv6: string): string {
  return new URL(`http://[${ipv6}]`).hostname.slice(1, -1);
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === "unicast" && address.toString() !== cloudMetadata;
}

/**
 * A test of whether an address is this machine's own, where our own listeners and their neighbours stand behind no
 * firewall. `interfaces` is what the operating system reports now. See spec 7.26.
 */
export function ownAddresses(interfaces = os.networkInterfaces()): (ip: string) => boolean {
  const own = Object.values(interfaces).flatMap((list) => list?.map((one) => one.address) ?? []);
  const known = new Set(own.map(spelled));
  return (ip) => net.isIP(ip) !== 0 && known.has(spelled(ip));
}

function spelled(ip: string): string {
  return ipaddr.process(ip).toString();
}
