/** A way to fail in a person's words: what happened, as a sentence, and what to do about it. */
export type FailureMessage = { what: string; remedy: string };

const LOOK = "Look into your endpoint's log at the time of the attempt.";

const CODES: Record<string, FailureMessage> = {
  timeout: {
    what: "The endpoint did not answer within 10 seconds.",
    remedy: "Store the message, answer 2xx at once, and do the work afterwards.",
  },
  connect_failed: {
    what: "No connection to the endpoint came about, or it broke before an answer.",
    remedy:
      "Check that the host is up, that its name resolves, and that port 443 is open to the public.",
  },
  tls_failed: {
    what: "The endpoint's certificate or its TLS settings cannot be trusted.",
    remedy:
      "Serve a valid certificate of this host name with its whole chain, over TLS 1.2 or newer.",
  },
  blocked_address: {
    what: "The host's name leads to an address that is not public.",
    remedy: "Let the name resolve to public addresses only; every one of them is checked.",
  },
  redirect: {
    what: "The endpoint redirects, and redirects are never followed.",
    remedy: "Create a webhook with the address it redirects to.",
  },
  http_401: {
    what: "The endpoint wants credentials (401).",
    remedy: "Let it verify the signature instead; messages carry no other credentials.",
  },
  http_403: {
    what: "The endpoint refuses the request (403).",
    remedy: "Often a firewall in front of it does: let POST with our user agent pass.",
  },
  http_404: {
    what: "Nothing answers at this path (404).",
    remedy: "Deploy the route, or create a webhook with the right path.",
  },
  http_405: {
    what: "The endpoint takes no POST here (405).",
    remedy: "Handle POST on exactly this path.",
  },
  http_410: {
    what: "The endpoint says that it is gone (410).",
    remedy: "Delete this webhook if nobody needs it, else bring the route back.",
  },
  http_413: {
    what: "The message is too large for the endpoint (413).",
    remedy: "Accept bodies of up to 256 KiB; meanwhile the next messages are built smaller.",
  },
  http_429: {
    what: "The endpoint says that it gets too many requests (429).",
    remedy: "Accept at least one request a second; no webhook gets more than that.",
  },
  ours: {
    what: "A fault of this service; it does not count against the webhook.",
    remedy: "Nothing to do: the same message comes again within 30 seconds.",
  },
};

const DETAILS: Record<string, string> = {
  refused: "The host refuses connections on port 443.",
  reset: "The connection was reset.",
  closed: "The connection was closed before an answer.",
  unreachable: "No way leads to the host.",
  bad_http: "What came back was no valid HTTP.",
  dns_nxdomain: "The host's name does not exist in DNS.",
  dns_failed: "The host's name could not be resolved.",
  timeout_dns: "Time ran out while the name was being resolved.",
  timeout_tcp: "Time ran out while connecting.",
  timeout_tls: "Time ran out during the TLS handshake.",
  timeout_http: "Time ran out while waiting for the answer.",
  tls_expired: "The certificate has expired.",
  tls_not_yet_valid: "The certificate is not valid yet.",
  tls_wrong_host: "The certificate is for another host name.",
  tls_unknown_ca: "The certificate's authority is unknown, or a part of its chain is missing.",
  tls_version: "The endpoint speaks an old version of TLS only.",
  tls_no_http1: "The endpoint does not speak HTTP/1.1.",
  tls_client_certificate: "The endpoint wants a client certificate.",
  tls_not_tls: "What answers on port 443 does not speak TLS.",
};

/** What a failure code means and what to do (spec 7.32). */
export function failureMessage(code: string): FailureMessage {
  const known = CODES[code];
  if (known !== undefined) return known;
  const status = /^http_(\d{3})$/.exec(code)?.[1];
  if (status === undefined) return { what: `It failed with ${code}.`, remedy: LOOK };
  if (status.startsWith("5"))
    return { what: `The endpoint failed itself (${status}).`, remedy: LOOK };
  return {
    what: `The endpoint refuses the message (${status}).`,
    remedy: `${LOOK} Only a 2xx status counts as received.`,
  };
}

/** The finer cause in a sentence; null where it says no more than the code. */
export function detailMessage(detail: string | null): string | null {
  return detail === null ? null : (DETAILS[detail] ?? null);
}
