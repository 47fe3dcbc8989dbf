import { isListener } from "@/lib/contract/listener-url";

const codes: Record<string, string> = {
  timeout: "Your endpoint didn't respond within 10 seconds.",
  connect_failed: "We couldn't connect, or the connection dropped before a response.",
  tls_failed: "Your endpoint's TLS certificate or settings aren't trusted.",
  blocked_address: "The host name resolves to a non-public address.",
  redirect: "Your endpoint returned a redirect. We don't follow redirects.",
  http_401: "Your endpoint requires credentials (401).",
  http_403: "Your endpoint refused the request (403).",
  http_404: "Your endpoint has no route at this path (404).",
  http_405: "Your endpoint doesn't accept POST at this path (405).",
  http_410: "Your endpoint returned 410 Gone.",
  http_413: "The message is too large for your endpoint (413).",
  http_429: "Your endpoint is rate limiting us (429).",
  ours: "An error on our side. It doesn't count against your webhook.",
};

const details: Record<string, string> = {
  refused: "The host refused the connection on port 443.",
  reset: "The connection was reset.",
  closed: "The connection was closed before a response.",
  unreachable: "The host is unreachable.",
  no_listener: "tidemark listen isn't running, or has lost its connection.",
  bad_http: "The response wasn't valid HTTP.",
  dns_nxdomain: "The host name doesn't exist in DNS.",
  dns_failed: "The host name couldn't be resolved.",
  timeout_dns: "The DNS lookup timed out.",
  timeout_tcp: "The connection timed out.",
  timeout_tls: "The TLS handshake timed out.",
  tls_expired: "The certificate has expired.",
  tls_not_yet_valid: "The certificate isn't valid yet.",
  tls_wrong_host: "The certificate is for another host name.",
  tls_unknown_ca: "The certificate authority is unknown, or the chain is incomplete.",
  tls_version: "Your endpoint only supports an outdated version of TLS.",
  tls_no_http1: "Your endpoint doesn't support HTTP/1.1.",
  tls_client_certificate: "Your endpoint requires a client certificate.",
  tls_not_tls: "Port 443 responded, but not with TLS.",
};

/** What details mean of a local program, behind a listener. */
const localDetails: Record<string, string> = {
  refused: "The local program refused the connection.",
  closed: "The connection to the local program was closed, or tidemark listen ended.",
  unreachable: "The local program is unreachable.",
};

/**
 * Returns why an attempt failed as a sentence, by its finer cause where that says more (spec 7.32).
 * @param url of the webhook, which tells a listener
 */
export function causeOf(code: string, detail: string | null = null, url = ""): string {
  const local = isListener({ url }) ? localDetails[detail ?? ""] : undefined;
  const known = local ?? details[detail ?? ""] ?? codes[code];
  if (known !== undefined) return known;
  const status = /^http_(\d{3})$/.exec(code)?.[1];
  if (status === undefined) return `The attempt failed with ${code}.`;
  return status.startsWith("5")
    ? `Your endpoint returned ${status}.`
    : `Your endpoint rejected the message (${status}).`;
}

/** The last failure of a webhook. */
export type LastFailure = {
  url?: string | undefined;
  last_failure: string | null;
  last_failure_detail?: string | null;
  /** Whether support staff read it, whose endpoint it isn't. */
  isTheirs?: boolean;
};

/** Returns why the last attempt of a webhook failed, as precisely as it is known; null if none has. */
export const lastCauseOf = ({
  url,
  last_failure: code,
  last_failure_detail: detail,
}: LastFailure) => (code === null ? null : causeOf(code, detail, url));

/**
 * Returns why attempts of a webhook failed with a code. If the last failure is one of them and is known
 * more precisely, the text is that of `lastCauseOf`, marked as the latest: the others can have another cause.
 * @param webhook undefined for attempts of several
 */
export function causeOfAll(code: string, webhook: LastFailure | undefined): string {
  const cause = causeOf(code);
  const latest = code === webhook?.last_failure ? lastCauseOf(webhook) : null;
  return latest === null || latest === cause ? cause : `Latest: ${latest}`;
}

/** A text about a customer's endpoint as support staff read it. */
export const aboutTheirs = (text: string): string =>
  text.replaceAll("Your endpoint", "The endpoint").replaceAll("your ", "the ");
