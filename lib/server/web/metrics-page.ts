import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

import { log } from "@/lib/log";
import { mergeTexts } from "@/lib/metrics/merge-texts";
import type { Settings } from "@/lib/settings";

import { apiHeaders } from "./api-headers";
import type { Listener } from "./serve";

const TYPE = "text/plain; version=0.0.4; charset=utf-8";
const LOOPBACK = /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/;
const LOCAL_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;
// What a proxy adds to a request that it passes on.
const FORWARDED = /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|cf-connecting-ip|true-client-ip)$/;

type Needs = Pick<Settings, "appUrl" | "metricsToken">;

/**
 * Serves `GET /metrics` to those who may see it; to everyone else it is a page that does not exist (spec 4.62).
 * @param texts the metrics of each process of this machine
 */
export function serveMetrics(
  pages: Listener,
  { appUrl, metricsToken }: Needs,
  texts: () => Promise<string[]>,
): Listener {
  const headers = apiHeaders(appUrl).set("cache-control", "no-store").set("content-type", TYPE);
  const expected = metricsToken === undefined ? undefined : hash(metricsToken);
  const isAdmitted = (incoming: IncomingMessage) =>
    expected === undefined ? isLocal(incoming) : hasToken(incoming, expected);
  return async (incoming, outgoing) => {
    const isRead = incoming.method === "GET" || incoming.method === "HEAD";
    if (!isRead || pathOf(incoming) !== "/metrics" || !isAdmitted(incoming))
      return pages(incoming, outgoing);
    try {
      const text = mergeTexts(await texts());
      outgoing.setHeaders(headers).end(incoming.method === "HEAD" ? undefined : text);
    } catch (error) {
      log.error({ err: error }, "failed to read metrics");
      outgoing.writeHead(500).end();
    }
  };
}

const pathOf = ({ url = "/" }: IncomingMessage) => url.split("?")[0];

const hash = (text: string) => createHash("sha256").update(text).digest();

function hasToken({ headers: { authorization = "" } }: IncomingMessage, expected: Buffer): boolean {
  const [, given = ""] = /^bearer (\S+)$/i.exec(authorization) ?? [];
  return timingSafeEqual(hash(given), expected);
}

/** Whether a program of this machine asks: not through a proxy, and not a page of another site through a browser. */
function isLocal({ socket, headers }: IncomingMessage): boolean {
  return (
    LOOPBACK.test(socket.remoteAddress ?? "") &&
    LOCAL_HOST.test(headers.host ?? "") &&
    !Object.keys(headers).some((name) => FORWARDED.test(name))
  );
}
