import net from "node:net";

import { isPublicAddress, ownAddresses } from "./address-guard";
import type { Resolver } from "./resolve";

/** Replacement targets by URL host; development and tests only (`WEBHOOK_CONNECT_TO`). */
export type ConnectTo = ReadonlyMap<string, { host: string; port: number }>;

/** The addresses a webhook's host may be reached at, or why there are none. */
export type Target =
  | { kind: "target"; addresses: readonly string[]; port: number; redirected: boolean }
  | { kind: "blocked" }
  | { kind: "nxdomain" }
  | { kind: "failed"; cause: string };

export type TargetDeps = { resolver: Resolver; connectTo: ConnectTo };

/**
 * Resolves `host` (a name, or a literal without brackets) and checks every address: a single non-public one
 * refuses them all. Used by creation and delivery alike. See spec 7.6.
 */
export async function findTarget(host: string, deps: TargetDeps): Promise<Target> {
  const instead = deps.connectTo.get(host);
  if (instead) {
    return { kind: "target", addresses: [instead.host], port: instead.port, redirected: true };
  }
  const resolution =
    net.isIP(host) === 0
      ? await deps.resolver.resolve(host)
      : { kind: "addresses" as const, addresses: [host] };
  if (resolution.kind !== "addresses") return resolution;
  const { addresses } = resolution;
  const isOwn = ownAddresses();
  const allowed = addresses.every((ip) => isPublicAddress(ip) && !isOwn(ip));
  return allowed
    ? { kind: "target", addresses, port: 443, redirected: false }
    : { kind: "blocked" };
}

/** The host of a URL for connections, certificates and `connectTo`: IPv6 literals without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}
