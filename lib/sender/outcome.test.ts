import { expect, test } from "vitest";

import { classifyFault, classifyStatus, classifyTimeout, type Phase } from "./outcome";

test.each([
  [200, "delivered"],
  [299, "delivered"],
  [300, "redirect"],
  [304, "redirect"],
  [399, "redirect"],
  [400, "http_400"],
  [503, "http_503"],
  [599, "http_599"],
])("status %i: %s", (status, verdict) => {
  const outcome = classifyStatus(status);
  expect(outcome.kind === "failed" ? outcome.code : outcome.kind).toBe(verdict);
  expect(outcome).toMatchObject({ httpStatus: status });
});

test.each<[Phase, string, string, string]>([
  ["dns", "nxdomain", "connect_failed", "dns_nxdomain"],
  ["dns", "servfail", "connect_failed", "dns_failed"],
  ["tcp", "ECONNREFUSED", "connect_failed", "refused"],
  ["tcp", "ENETUNREACH", "connect_failed", "unreachable"],
  ["tcp", "EHOSTUNREACH", "connect_failed", "unreachable"],
  ["tcp", "WHATEVER", "connect_failed", "connect_failed"],
  ["tls", "ECONNRESET", "tls_failed", "reset"],
  ["tls", "CERT_HAS_EXPIRED", "tls_failed", "tls_expired"],
  ["tls", "WHATEVER", "tls_failed", "tls_failed"],
  ["http", "ECONNRESET", "connect_failed", "reset"],
  ["http", "HPE_INVALID_CONSTANT", "connect_failed", "bad_http"],
  ["http", "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", "tls_failed", "tls_client_certificate"],
])("%s %s while others work: %s, %s", (phase, code, verdict, detail) => {
  expect(classifyFault({ phase, code }, true)).toEqual({ kind: "failed", code: verdict, detail });
});

test.each<Phase>(["tcp", "tls", "http"])(
  "want of descriptors or network is ours, in %s",
  (phase) => {
    for (const code of ["EMFILE", "ENFILE", "ENOBUFS", "EADDRNOTAVAIL", "ENETDOWN"]) {
      expect(classifyFault({ phase, code }, true)).toEqual({
        kind: "ours",
        detail: code.toLowerCase(),
      });
    }
  },
);

test("a refused lookup is our fault, even while other hosts respond", () => {
  const fault = { phase: "dns" as const, code: "busy" };
  expect(classifyFault(fault, true)).toEqual({ kind: "ours", detail: "dns_busy" });
});

test("unless another host responded, an unreachable network or resolver is our fault", () => {
  expect(classifyFault({ phase: "tcp", code: "ENETUNREACH" }, false).kind).toBe("ours");
  expect(classifyFault({ phase: "dns", code: "timeout" }, false).kind).toBe("ours");
  expect(classifyFault({ phase: "dns", code: "nxdomain" }, false).kind).toBe("failed");
  expect(classifyFault({ phase: "tcp", code: "ECONNREFUSED" }, false).kind).toBe("failed");
});

test("the deadline is a timeout in every phase", () => {
  expect(classifyTimeout("tls")).toEqual({
    kind: "failed",
    code: "timeout",
    detail: "timeout_tls",
  });
});
