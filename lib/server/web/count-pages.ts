import type { Metrics } from "@/lib/metrics/metrics";

import type { Listener } from "./serve";

/** Counts what is not of the API, pages and their files, as the operation `page`. */
export function countPages(pages: Listener, metrics: Metrics): Listener {
  return (incoming, outgoing) => {
    const begun = performance.now();
    outgoing.once("finish", () => {
      const seconds = (performance.now() - begun) / 1_000;
      metrics.request("page", methodOf(incoming.method), outgoing.statusCode, seconds);
    });
    return pages(incoming, outgoing);
  };
}

// Callers may send any of Node's thirty methods.
const methodOf = (method = "") => (/^(GET|HEAD|POST)$/.test(method) ? method : "other");
