import { createPace } from "@/lib/concurrency/pace";
import { addressKey } from "@/lib/http/peer";
import type { Settings } from "@/lib/settings";

import { addressOf } from "./page-headers";
import type { Pages } from "./pages";
import type { Listener } from "./serve";

// Next serves these from the disk, and of those that are missing it makes no page.
const BUILT = "/_next/static/";

/**
 * Refuses pages of an address beyond `pagesPerSecond`: making one takes as long as ten requests of the API, which runs
 * in the same process. Paths have to be resolved, as `createWebServer` does. @param now monotonic milliseconds
 */
export function limitPages(
  { listener: pages, files }: Pick<Pages, "listener" | "files">,
  { pagesPerSecond, trustedProxies }: Pick<Settings, "pagesPerSecond" | "trustedProxies">,
  now: () => number = () => performance.now(),
): Listener {
  const pace = createPace(pagesPerSecond, now);
  return (incoming, outgoing) => {
    const [path = "/"] = (incoming.url ?? "/").split("?", 1);
    if (path.startsWith(BUILT) || files.has(path)) return pages(incoming, outgoing);
    const waitMs = pace(addressKey(addressOf(incoming, trustedProxies)));
    if (waitMs === 0) return pages(incoming, outgoing);
    const headers = {
      "content-type": "text/plain; charset=utf-8",
      "retry-after": String(Math.ceil(waitMs / 1_000)),
    };
    outgoing.writeHead(429, headers).end("Too many pages at once. Wait a second, then reload.\n");
  };
}
