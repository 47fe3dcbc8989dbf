import { isListener } from "@/lib/contract/listener-url";

/** Who reads a remedy: viewers can't follow each themselves. */
export type Reader = "writer" | "viewer";

const logs = (time: string) => `Check your endpoint's logs at ${time}.`;

// Each begins with a verb, so that it can follow "Ask a member to".
const codes: Record<string, string> = {
  timeout: "Store the message, respond with 2xx immediately, and process it afterwards.",
  connect_failed:
    "Check that the host is up, its name resolves and port 443 is open to the internet.",
  tls_failed:
    "Serve a valid certificate for this host name with its full chain, over TLS 1.2 or newer.",
  blocked_address:
    "Point the name at public addresses only. We check every address it resolves to.",
  redirect: "Edit this webhook and enter the URL it redirects to.",
  http_401:
    "Remove the login for this path and verify the signature. We can't send other credentials.",
  http_403: "Allow POST requests with our user agent. Often a firewall refuses them.",
  http_404: "Deploy the route, or edit this webhook and enter the right path.",
  http_405: "Handle POST at exactly this path.",
  http_410: "Restore the route, or delete this webhook if you no longer need it.",
  http_413: "Accept bodies of up to 256 KiB. We make the next messages smaller in the meantime.",
  http_429: "Allow at least one request per second. We never send a webhook more than that.",
};

const names = "Check the name servers of the host name.";

const details: Record<string, string> = {
  refused: "Check that your server is running and listens on port 443.",
  unreachable: "Check that the host is up and its network can be reached from the internet.",
  bad_http: "Check what responds on port 443. It must speak HTTP/1.1 over TLS.",
  dns_nxdomain:
    "Create a DNS record for the host name, or edit this webhook and enter another URL.",
  dns_failed: names,
  timeout_dns: names,
  timeout_tcp: "Check that the host is up and its firewall allows connections to port 443.",
  timeout_tls: "Check that your server isn't overloaded and serves TLS on port 443.",
  tls_expired: "Renew the certificate and reload your server.",
  tls_not_yet_valid: "Serve a certificate that is already valid.",
  tls_wrong_host: "Serve a certificate that names this host.",
  tls_unknown_ca: "Serve a certificate from a public authority, with its full chain.",
  tls_version: "Allow TLS 1.2 or newer.",
  tls_no_http1: "Allow HTTP/1.1 in the TLS handshake (ALPN).",
  tls_client_certificate: "Stop requiring client certificates, and verify the signature instead.",
  tls_not_tls: "Serve HTTPS on port 443.",
};

// Viewers may be in charge of the endpoint; the webhook is for members.
const EDITS = /edit this webhook|delete this webhook/i;

/** `time`: when the attempt was made, for people. `url`: of the webhook, which tells a listener. */
export type Failed = {
  code: string;
  detail: string | null;
  time: string;
  url?: string | undefined;
};

export const ask = (whom: string, remedy: string) =>
  `Ask ${whom} to ${remedy.charAt(0).toLowerCase()}${remedy.slice(1)}`;

/** Returns what to do about a failure (spec 7.32). */
export function remedyOf({ code, detail, time, url = "" }: Failed, reader: Reader): string {
  if (code === "ours") return "Nothing to do. We send the same message again within 30 seconds.";
  if (detail === "no_listener") return "Run it again within a minute, or this webhook is deleted.";
  const only2xx = /^http_[1-4]/.test(code) ? " Only a 2xx status counts as delivered." : "";
  const remedy = isListener({ url })
    ? "Check your local program and the output of tidemark listen."
    : (details[detail ?? ""] ?? codes[code] ?? logs(time) + only2xx);
  return reader === "viewer" && EDITS.test(remedy) ? ask("a member", remedy) : remedy;
}
