import dns from "node:dns";

import { LRUCache } from "lru-cache";

import { errorCodeOf } from "@/lib/errors";

/** What DNS says of a name. `failed` means that nobody could tell, which is not the name's fault. */
export type Resolution =
  | { kind: "addresses"; addresses: readonly string[] }
  | { kind: "nxdomain" }
  | { kind: "failed"; cause: string };

export type Resolver = { resolve(host: string): Promise<Resolution> };

export type ResolverOptions = {
  /** `address:port` of each; without it those of the operating system. */
  servers?: readonly string[];
  /** Milliseconds for the whole look-up, both families and all repeats. */
  budgetMs: number;
  /** Milliseconds for which found addresses are answered again. */
  cacheMs: number;
};

const cachedHosts = 1_000;
// More than there are attempts in flight; each takes two sockets. Beyond it something else is wrong.
const lookUps = 256;

/** The cause of a failure to look up that was never asked of a name server. */
export const busyCause = "busy";

/**
 * A resolver of A and AAAA over c-ares, so that a silent name server holds no thread of the pool. It asks for both
 * families at once, joins equal questions, keeps found addresses for `cacheMs` and never rejects. At most 256 look-ups
 * run at once, so that silent name servers cost neither descriptors nor time without end; further ones fail at once.
 * spec 7.6: the host is resolved at each connection.
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
      if (running >= lookUps) return Promise.resolve({ kind: "failed", cause: busyCause });
      running += 1;
      const found = lookUp(host, options).then((resolution) => {
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

async function lookUp(host: string, options: ResolverOptions): Promise<Resolution> {
  // One channel a look-up: it can be cancelled alone, and follows a changed resolv.conf.
  const channel = new dns.promises.Resolver({ timeout: Math.ceil(options.budgetMs / 4), tries: 3 });
  if (options.servers) channel.setServers(options.servers);
  const timer = setTimeout(() => channel.cancel(), options.budgetMs);
  try {
    const [v4, v6] = await Promise.all([ask(channel.resolve4(host)), ask(channel.resolve6(host))]);
    return combine(v4, v6);
  } finally {
    clearTimeout(timer);
  }
}

type Answer = { addresses: readonly string[]; code: string | null };

async function ask(question: Promise<string[]>): Promise<Answer> {
  try {
    return { addresses: await question, code: null };
  } catch (error) {
    return { addresses: [], code: errorCodeOf(error) ?? dns.BADRESP };
  }
}

// A name that is no name at all is as absent as one nobody registered.
const absent = new Set<string>([dns.NOTFOUND, dns.BADNAME]);
const silent = new Set<string>([dns.TIMEOUT, dns.CANCELLED]);

function combine(v4: Answer, v6: Answer): Resolution {
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
