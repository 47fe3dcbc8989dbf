import { isListener } from "@/lib/contract/listener-url";

/** Why an attempt failed: what happened, as a sentence, and what to do about it. */
export type FailureMessage = { what: string; remedy: string };

const checkLogs = "Check your endpoint's logs around this time.";

const codes: Record<string, FailureMessage> = {
  timeout: {
    what: "Your endpoint didn't respond within 10 seconds.",
    remedy: "Store the message, respond with 2xx immediately, and process it afterwards.",
  },
  connect_failed: {
    what: "We couldn't connect, or the connection dropped before a response.",
    remedy: "Check that the host is up, its name resolves and port 443 is open to the internet.",
  },
  tls_failed: {
    what: "Your endpoint's TLS certificate or settings aren't trusted.",
    remedy:
      "Serve a valid certificate for this host name with its full chain, over TLS 1.2 or newer.",
  },
  blocked_address: {
    what: "The host name resolves to a non-public address.",
    remedy: "Point the name at public addresses only. We check every address it resolves to.",
  },
  redirect: {
    what: "Your endpoint returned a redirect. We don't follow redirects.",
    remedy: "Edit this webhook and enter the URL it redirects to.",
  },
  http_401: {
    what: "Your endpoint requires credentials (401).",
    remedy: "Verify the signature instead. Messages carry no other credentials.",
  },
  http_403: {
    what: "Your endpoint refused the request (403).",
    remedy: "Often a firewall is in front of it. Allow POST requests with our user agent.",
  },
  http_404: {
    what: "Your endpoint has no route at this path (404).",
    remedy: "Deploy the route, or edit this webhook and enter the right path.",
  },
  http_405: {
    what: "Your endpoint doesn't accept POST at this path (405).",
    remedy: "Handle POST at exactly this path.",
  },
  http_410: {
    what: "Your endpoint says it's gone (410).",
    remedy: "Restore the route, or delete this webhook if you no longer need it.",
  },
  http_413: {
    what: "The message is too large for your endpoint (413).",
    remedy: "Accept bodies of up to 256 KiB. We make the next messages smaller in the meantime.",
  },
  http_429: {
    what: "Your endpoint is rate limiting us (429).",
    remedy: "Allow at least one request per second. We never send a webhook more than that.",
  },
  ours: {
    what: "An error on our side. It doesn't count against your webhook.",
    remedy: "Nothing to do. We send the same message again within 30 seconds.",
  },
};

const details: Record<string, string> = {
  refused: "The host refused the connection on port 443.",
  reset: "The connection was reset.",
  closed: "The connection was closed before a response.",
  unreachable: "The host is unreachable.",
  no_listener: "`tidemark listen` isn't running, or has lost its connection.",
  bad_http: "The response wasn't valid HTTP.",
  dns_nxdomain: "The host name doesn't exist in DNS.",
  dns_failed: "The host name couldn't be resolved.",
  timeout_dns: "The DNS lookup timed out.",
  timeout_tcp: "The connection timed out.",
  timeout_tls: "The TLS handshake timed out.",
  timeout_http: "The response timed out.",
  tls_expired: "The certificate has expired.",
  tls_not_yet_valid: "The certificate isn't valid yet.",
  tls_wrong_host: "The certificate is for another host name.",
  tls_unknown_ca: "The certificate authority is unknown, or the chain is incomplete.",
  tls_version: "Your endpoint only supports an outdated version of TLS.",
  tls_no_http1: "Your endpoint doesn't support HTTP/1.1.",
  tls_client_certificate: "Your endpoint requires a client certificate.",
  tls_not_tls: "Port 443 responded, but not with TLS.",
};

/** Returns what a failure code means and what to do about it (spec 7.32). */
export function failureMessage(code: string): FailureMessage {
  const known = codes[code];
  if (known !== undefined) return known;
  const status = /^http_(\d{3})$/.exec(code)?.[1];
  if (status === undefined) return { what: `The attempt failed with ${code}.`, remedy: checkLogs };
  if (status.startsWith("5"))
    return { what: `Your endpoint returned ${status}.`, remedy: checkLogs };
  return {
    what: `Your endpoint rejected the message (${status}).`,
    remedy: `${checkLogs} Only a 2xx status counts as delivered.`,
  };
}

/** Returns the precise cause as a sentence; null if it says no more than the code. */
export function detailMessage(detail: string | null): string | null {
  return detail === null ? null : (details[detail] ?? null);
}

type Failed = { url?: string; last_failure: string | null; last_failure_detail?: string | null };

/** What details mean of a local program. */
const localDetails: Record<string, string> = {
  refused: "The local program refused the connection.",
  closed: "The connection to the local program was closed, or `tidemark listen` ended.",
  unreachable: "The local program is unreachable.",
};
const checkListener = "Check your local program and the output of `tidemark listen`.";

/** Returns why the last attempt of a webhook failed, as precisely as it is known; null if none has. */
export function lastFailureOf(webhook: Failed): FailureMessage | null {
  if (webhook.last_failure === null) return null;
  const { last_failure: code, last_failure_detail: detail = null } = webhook;
  const failure = failureOf(code, detail);
  if (!isListener({ url: webhook.url ?? "" })) return failure;
  return { what: localDetails[detail ?? ""] ?? failure.what, remedy: checkListener };
}

/** Returns what a failure means and what to do, by its finer cause where that says more than the code. */
export function failureOf(code: string, detail: string | null): FailureMessage {
  const { what, remedy } = failureMessage(code);
  return { what: detailMessage(detail) ?? what, remedy };
}
