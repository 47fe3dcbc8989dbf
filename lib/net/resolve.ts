import dns from "node:dns";

import { LRUCache } from "lru-cache";

import { errorCodeOf } from "@/lib/errors";

/**
 * The DNS records of a name. `failed`: the resolver could not tell, which is not the name's fault.
 */
export type Resolution =
  | { kind: "addresses"; addresses: readonly string[] }
  | { kind: "nxdomain" }
  | { kind: "failed"; cause: string };

export type Resolver = { resolve(host: string): Promise<Resolution> };

export type ResolverOptions = {
  /** `address:port` of each; without it those of the operating system. */
  servers?: readonly string[];
  /** Milliseconds for the whole lookup, both families and all retries. */
  budgetMs: number;
  /** Milliseconds for which found addresses are cached. */
  cacheMs: number;
};

const cachedHosts = 1_000;
// More than there are attempts in flight; each takes two sockets.
const maximumLookups = 256;

/** The cause of a lookup that was refused before it reached a name server. */
export const busyCause = "busy";

/**
 * A resolver of A and AAAA over c-ares, so that a silent name server blocks no thread of the pool.
 * It queries both families at once, coalesces equal lookups, caches found addresses for `cacheMs`
 * and never rejects. At most 256 lookups run at once, to bound descriptors; further ones fail at
 * once. See spec 7.6: hosts are resolved at each connection.
 */
export function createResolver(options: ResolverOptions): Resolver {
  const cache = new LRUCache<string, Promise<Resolution>>({
    max: cachedHosts,
    ttl: Math.max(options.cacheMs, options.budgetMs),
  });
  let running = 0;
  return {
    resolve(host) {
      const known = cache.get(host);
      if (known) return known;
      if (running >= maximumLookups) return Promise.resolve({ kind: "failed", cause: busyCause });
      running += 1;
      const found = lookup(host, options).then((resolution) => {
        running -= 1;
        if (cache.peek(host) === found) {
          if (resolution.kind === "addresses") cache.set(host, found, { ttl: options.cacheMs });
          else cache.delete(host);
        }
        return resolution;
      });
      cache.set(host, found);
      return found;
    },
  };
}

async function lookup(host: string, options: ResolverOptions): Promise<Resolution> {
  // One channel per lookup: it can be cancelled alone, and follows a changed resolv.conf.
  const channel = new dns.promises.Resolver({ timeout: Math.ceil(options.budgetMs / 4), tries: 3 });
  if (options.servers) channel.setServers(options.servers);
  const timer = setTimeout(() => channel.cancel(), options.budgetMs);
  try {
    const [v4, v6] = await Promise.all([
      query(channel.resolve4(host)),
      query(channel.resolve6(host)),
    ]);
    return combine(v4, v6);
  } finally {
    clearTimeout(timer);
  }
}

type Records = { addresses: readonly string[]; code: string | null };

async function query(records: Promise<string[]>): Promise<Records> {
  try {
    return { addresses: await records, code: null };
  } catch (error) {
    return { addresses: [], code: errorCodeOf(error) ?? dns.BADRESP };
  }
}

// A malformed name is as absent as an unregistered one.
const absent = new Set<string>([dns.NOTFOUND, dns.BADNAME]);
const silent = new Set<string>([dns.TIMEOUT, dns.CANCELLED]);

function combine(v4: Records, v6: Records): Resolution {
  const addresses = [...v4.addresses, ...v6.addresses];
  if (addresses.length > 0) return { kind: "addresses", addresses };
  const codes = [v4.code ?? dns.NODATA, v6.code ?? dns.NODATA];
  if (codes.some((code) => absent.has(code))) return { kind: "nxdomain" };
  const failure = codes.find((code) => code !== dns.NODATA);
  if (failure === undefined) return { kind: "nxdomain" };
  return { kind: "failed", cause: silent.has(failure) ? "timeout" : causes(failure) };
}

function causes(code: string): string {
  return code.replace(/^E/, "").toLowerCase();
}
