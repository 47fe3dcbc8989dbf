import type { SecureContext } from "node:tls";

import { findTarget, type Target, type TargetDeps } from "@/lib/net/target";

/** A host that this process itself listens for on 127.0.0.1, and the certificate to trust there. */
export type LocalHost = {
  host: string;
  open(): Promise<{ port: number; secureContext: SecureContext }>;
  close(): Promise<void>;
};

export type RouteDeps = TargetDeps & {
  /** The trusted authorities, for a host resolved by DNS or redirected by `connectTo`. */
  secureContext: (redirected: boolean) => SecureContext;
  testInbox: LocalHost;
};

/** Where the requests for a host go, and what to trust there. */
export type Route =
  | {
      kind: "route";
      addresses: readonly string[];
      port: number;
      secureContext: SecureContext;
    }
  | Exclude<Target, { kind: "target" }>;

/**
 * Finds the route to a webhook's host: to a checked address, or, for the test inbox alone, to this process. No webhook
 * can be given the test inbox's host, so this relaxes no rule of addresses. See spec 7.6, 7.37.
 */
export async function findRoute(host: string, deps: RouteDeps): Promise<Route> {
  if (host === deps.testInbox.host)
    return { kind: "route", addresses: ["127.0.0.1"], ...(await deps.testInbox.open()) };
  const target = await findTarget(host, deps);
  if (target.kind !== "target") return target;
  const { addresses, port, redirected } = target;
  return { kind: "route", addresses, port, secureContext: deps.secureContext(redirected) };
}
