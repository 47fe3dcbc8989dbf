import { createPace } from "@/lib/concurrency/pace";
import { addressKey } from "@/lib/http/peer";
import type { Settings } from "@/lib/settings";

import { addressOf } from "./page-headers";
import type { Listener } from "./serve";

// Next serves these from the disk.
const FILES = /^\/(_next\/static|pdfjs)\//;

/**
 * Refuses pages of an address beyond `pagesPerSecond`: making one takes as long as ten requests of the API, which runs
 * in the same process. @param now monotonic milliseconds
 */
export function limitPages(
  pages: Listener,
  { pagesPerSecond, trustedProxies }: Pick<Settings, "pagesPerSecond" | "trustedProxies">,
  now: () => number = () => performance.now(),
): Listener {
  const pace = createPace(pagesPerSecond, now);
  return (incoming, outgoing) => {
    if (FILES.test(incoming.url ?? "/")) return pages(incoming, outgoing);
    const waitMs = pace(addressKey(addressOf(incoming, trustedProxies)));
    if (waitMs === 0) return pages(incoming, outgoing);
    const headers = {
      "content-type": "text/plain; charset=utf-8",
      "retry-after": String(Math.ceil(waitMs / 1_000)),
    };
    outgoing.writeHead(429, headers).end("Too many pages at once. Wait a second, then reload.\n");
  };
}
