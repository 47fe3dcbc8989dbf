import { expect, test } from "vitest";

import { detailMessage, failureMessage, lastFailureOf } from "./failure-messages";

test.each(["timeout", "connect_failed", "tls_failed", "blocked_address", "redirect", "ours"])(
  "%s has a message and a remedy of its own",
  (code) => {
    const { what, remedy } = failureMessage(code);
    expect(what).not.toMatch(/failed with/);
    expect(remedy).not.toBe("");
  },
);

test("every HTTP status has a message", () => {
  expect(failureMessage("http_503").what).toBe("Your endpoint returned 503.");
  expect(failureMessage("http_418").what).toBe("Your endpoint rejected the message (418).");
  expect(failureMessage("http_404").remedy).toContain("route");
});

test("an unknown code is shown as it is", () => {
  expect(failureMessage("quic_failed").what).toBe("The attempt failed with quic_failed.");
});

test("a detail that says no more than its code has no message", () => {
  expect(detailMessage("answered")).toBeNull();
  expect(detailMessage(null)).toBeNull();
  expect(detailMessage("tls_expired")).toBe("The certificate has expired.");
});

test("the last failure of a webhook is as precise as it is known", () => {
  const last_failure = "connect_failed";
  expect(lastFailureOf({ last_failure: null })).toBeNull();
  expect(lastFailureOf({ last_failure })).toEqual(failureMessage("connect_failed"));
  expect(lastFailureOf({ last_failure, last_failure_detail: "refused" })).toEqual({
    what: "The host refused the connection on port 443.",
    remedy: failureMessage("connect_failed").remedy,
  });
});

test("a listener's remedy is on the machine that listens", () => {
  const url = "https://wh_01kb3x6v7cf2dsk8xkqz4n5w9a.listener.tidemark.invalid/";
  const failed = { last_failure: "connect_failed", last_failure_detail: "no_listener" };
  const failure = lastFailureOf({ ...failed, url });
  expect(failure?.what).toContain("isn't running");
  expect(failure?.remedy).toContain("local program");
  expect(lastFailureOf({ ...failed, last_failure_detail: "refused", url })?.what).toBe(
    "The local program refused the connection.",
  );
});
