import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

import { addressBehind } from "@/lib/http/peer";
import { newId } from "@/lib/ids";
import type { Settings } from "@/lib/settings";

import { FIXED, HSTS } from "./api-headers";
import type { Listener } from "./serve";

type PageSettings = Pick<Settings, "appUrl" | "trustedProxies" | "pagesPort">;

/**
 * Sets a Content-Security-Policy with a fresh nonce, the other security headers and a request id on every
 * page. Policy and id are set on the request too, for Next's scripts and the log.
 */
export function withPageHeaders(
  pages: Listener,
  { appUrl, trustedProxies, pagesPort }: PageSettings,
): Listener {
  const isHttps = appUrl.protocol === "https:";
  return (incoming, outgoing) => {
    const nonce = randomBytes(16).toString("base64");
    const page = pageOf(incoming.url ?? "/");
    const isDevelopment = pagesPort !== undefined;
    const isFile = incoming.url?.startsWith("/_next/static/") === true && !isDevelopment;
    const policy = isFile ? FILES : policyWith(nonce, page, isDevelopment);
    const requestId = newId("req");
    Object.assign(incoming.headers, {
      "content-security-policy": policy,
      "x-request-id": requestId,
      "x-tidemark-address": addressOf(incoming, trustedProxies),
      "x-tidemark-page": page,
      // Next trusts these headers, so the caller's values are replaced by those of APP_URL.
      "x-forwarded-host": appUrl.host,
      "x-forwarded-proto": appUrl.protocol.slice(0, -1),
    });
    for (const [name, value] of Object.entries(FIXED)) outgoing.setHeader(name, value);
    outgoing.setHeader("content-security-policy", policy);
    outgoing.setHeader("x-request-id", requestId);
    if (isHttps) outgoing.setHeader("strict-transport-security", HSTS);
    return pages(incoming, outgoing);
  };
}

// The library of the API viewer makes HTML of text.
const VIEWER = "/docs/try";
// In development React makes functions of text, tools write HTML, and a page listens on a WebSocket for its changes.
const DEVELOPMENT = ["connect-src 'self' ws:"];
// Text becomes no HTML or script; `instrumentation-client.ts` has the policy for the URLs of scripts.
const PRODUCTION = ["require-trusted-types-for 'script'", "trusted-types default nextjs"];
// A worker runs under the policy of its own file. Those of the build load scripts of this origin and ask for nothing.
const FILES = "default-src 'none'; script-src 'self'";

/** Scripts need the nonce or must be loaded by one that has it; nothing loads from another origin. */
function policyWith(nonce: string, page: string, isDevelopment: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    // Previews: the page makes these of bytes that it fetched, and neither can run a script.
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    // They parse what a preview shows.
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "report-uri /api/v1/csp-reports",
    ...(isDevelopment ? DEVELOPMENT : page === VIEWER ? [] : PRODUCTION),
  ].join("; ");
}

/** The page that a request is for; one that Next asks for as data adds a parameter of its own. */
function pageOf(target: string): string {
  const [path = "/", query = ""] = target.split("?", 2);
  const asked = new URLSearchParams(query);
  asked.delete("_rsc");
  return asked.size === 0 ? path : `${path}?${asked.toString()}`;
}

/** The address that asks for a page. */
export function addressOf({ socket, headers }: IncomingMessage, trustedProxies: readonly string[]) {
  const forwarded = String(headers["x-forwarded-for"] ?? "");
  return addressBehind(socket.remoteAddress ?? "unknown", forwarded, trustedProxies);
}
