import { expect, test } from "vitest";

import { causeOf, causeOfAll, lastCauseOf } from "./failure-causes";

test.each(["timeout", "connect_failed", "tls_failed", "blocked_address", "redirect", "ours"])(
  "%s has a message of its own",
  (code) => expect(causeOf(code)).not.toMatch(/failed with/),
);

test("every HTTP status has a message", () => {
  expect(causeOf("http_503")).toBe("Your endpoint returned 503.");
  expect(causeOf("http_418")).toBe("Your endpoint rejected the message (418).");
  expect(causeOf("http_410")).toBe("Your endpoint returned 410 Gone.");
});

test("an unknown code is shown as it is", () => {
  expect(causeOf("quic_failed")).toBe("The attempt failed with quic_failed.");
});

test("a detail that says no more than its code leaves the code's message", () => {
  expect(causeOf("http_503", "answered")).toBe(causeOf("http_503"));
  expect(causeOf("timeout", "timeout_http")).toContain("within 10 seconds");
  expect(causeOf("tls_failed", "tls_expired")).toBe("The certificate has expired.");
});

test("the last failure of a webhook is as precise as it is known", () => {
  const last_failure = "connect_failed";
  expect(lastCauseOf({ last_failure: null })).toBeNull();
  expect(lastCauseOf({ last_failure })).toBe(causeOf("connect_failed"));
  expect(lastCauseOf({ last_failure, last_failure_detail: "refused" })).toBe(
    "The host refused the connection on port 443.",
  );
});

test("the failures with one code are explained as the last of them is", () => {
  const webhook = { last_failure: "connect_failed", last_failure_detail: "dns_nxdomain" };
  expect(causeOfAll("connect_failed", webhook)).toBe(`Latest: ${lastCauseOf(webhook)}`);
  expect(causeOfAll("timeout", webhook)).toBe(causeOf("timeout"));
  expect(causeOfAll("connect_failed", { last_failure: "connect_failed" })).toBe(
    causeOf("connect_failed"),
  );
  expect(
    causeOfAll("http_503", { last_failure: "http_503", last_failure_detail: "answered" }),
  ).toBe(causeOf("http_503"));
});

test("what failed at a listener failed at the local program", () => {
  const url = "https://wh_01kb3x6v7cf2dsk8xkqz4n5w9a.listener.tidemark.invalid/";
  const failed = { url, last_failure: "connect_failed" };
  expect(lastCauseOf({ ...failed, last_failure_detail: "no_listener" })).toContain("isn't running");
  expect(lastCauseOf({ ...failed, last_failure_detail: "refused" })).toBe(
    "The local program refused the connection.",
  );
});
