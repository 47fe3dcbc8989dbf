import { errorCodeOf } from "@/lib/errors";
import { busyCause } from "@/lib/net/resolve";

export type FailureCode =
  | "timeout"
  | "connect_failed"
  | "tls_failed"
  | "blocked_address"
  | "redirect"
  | `http_${number}`;

/**
 * How an attempt ended. `ours`: a fault of this service, which does not count towards the webhook's
 * 24 hours.
 */
export type Outcome =
  | { kind: "delivered"; httpStatus: number; detail: string }
  | { kind: "failed"; code: FailureCode; httpStatus?: number; detail: string }
  | { kind: "ours"; detail: string };

/** The phase of a request: resolving, until TCP is up, until TLS is secure, and after. */
export type Phase = "dns" | "tcp" | "tls" | "http";

/** A failure in `phase`; `code` is the error's code, never its message. */
export type Fault = { phase: Phase; code: string };

/** The code of an error of Node, OpenSSL or undici. */
export function codeOf(error: unknown): string {
  return errorCodeOf(error) ?? "UNKNOWN";
}

/** The verdict on a complete final status line, 200 to 599. See spec 7.8, 7.32. */
export function classifyStatus(httpStatus: number): Outcome {
  if (httpStatus < 300) return { kind: "delivered", httpStatus, detail: "acknowledged" };
  const code = httpStatus < 400 ? "redirect" : (`http_${httpStatus}` as const);
  return { kind: "failed", code, httpStatus, detail: "answered" };
}

/** The verdict when the deadline passed in `phase`. See spec 7.8. */
export function classifyTimeout(phase: Phase): Outcome {
  return { kind: "failed", code: "timeout", detail: `timeout_${phase}` };
}

const ourFaults = new Set(["EMFILE", "ENFILE", "ENOBUFS", "EADDRNOTAVAIL", "ENETDOWN"]);

/**
 * The verdict on a fault. `othersWorked`: another host responded within the last minute, so our
 * resolver and our network are known to work. See spec 7.8, 7.9, 8.20.
 */
export function classifyFault({ phase, code }: Fault, othersWorked: boolean): Outcome {
  if (ourFaults.has(code)) return { kind: "ours", detail: code.toLowerCase() };
  if (phase === "dns") {
    if (code === busyCause) return { kind: "ours", detail: "dns_busy" };
    if (code === "nxdomain") return failed("connect_failed", "dns_nxdomain");
    return othersWorked
      ? failed("connect_failed", "dns_failed")
      : { kind: "ours", detail: "dns_failed" };
  }
  if (code === "ENETUNREACH" && !othersWorked) return { kind: "ours", detail: "unreachable" };
  if (phase === "tls")
    return failed("tls_failed", tlsDetails[code] ?? socketDetails[code] ?? "tls_failed");
  // With TLS 1.3 a server refuses a missing client certificate only after the client is secure.
  if (phase === "http" && code.startsWith("ERR_SSL_")) {
    return failed("tls_failed", tlsDetails[code] ?? "tls_failed");
  }
  const unknown = phase === "tcp" ? "connect_failed" : "bad_http";
  return failed("connect_failed", socketDetails[code] ?? unknown);
}

function failed(code: FailureCode, detail: string): Outcome {
  return { kind: "failed", code, detail };
}

const socketDetails: Record<string, string> = {
  ECONNREFUSED: "refused",
  ECONNRESET: "reset",
  EPIPE: "reset",
  CLOSED: "closed",
  ENETUNREACH: "unreachable",
  EHOSTUNREACH: "unreachable",
  EHOSTDOWN: "unreachable",
  ETIMEDOUT: "unreachable",
  EACCES: "unreachable",
  EPERM: "unreachable",
  NO_LISTENER: "no_listener",
};

const tlsDetails: Record<string, string> = {
  CERT_HAS_EXPIRED: "tls_expired",
  CERT_NOT_YET_VALID: "tls_not_yet_valid",
  ERR_TLS_CERT_ALTNAME_INVALID: "tls_wrong_host",
  DEPTH_ZERO_SELF_SIGNED_CERT: "tls_unknown_ca",
  SELF_SIGNED_CERT_IN_CHAIN: "tls_unknown_ca",
  UNABLE_TO_GET_ISSUER_CERT: "tls_unknown_ca",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "tls_unknown_ca",
  CERT_SIGNATURE_FAILURE: "tls_unknown_ca",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "tls_unknown_ca",
  ERR_SSL_UNSUPPORTED_PROTOCOL: "tls_version",
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: "tls_version",
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: "tls_no_http1",
  NO_HTTP1: "tls_no_http1",
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: "tls_client_certificate",
  ERR_SSL_WRONG_VERSION_NUMBER: "tls_not_tls",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "tls_not_tls",
};
