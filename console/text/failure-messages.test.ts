import { expect, test } from "vitest";

import { detailMessage, failureMessage } from "./failure-messages";

test.each(["timeout", "connect_failed", "tls_failed", "blocked_address", "redirect", "ours"])(
  "%s has words and a remedy of its own",
  (code) => {
    const { what, remedy } = failureMessage(code);
    expect(what).not.toMatch(/^It failed with/);
    expect(remedy).not.toBe("");
  },
);

test("any status has words", () => {
  expect(failureMessage("http_503").what).toBe("The endpoint failed itself (503).");
  expect(failureMessage("http_418").what).toBe("The endpoint refuses the message (418).");
  expect(failureMessage("http_404").remedy).toContain("route");
});

test("a code of tomorrow is shown as it is", () => {
  expect(failureMessage("quic_failed").what).toBe("It failed with quic_failed.");
});

test("a detail that says no more than its code says nothing", () => {
  expect(detailMessage("answered")).toBeNull();
  expect(detailMessage(null)).toBeNull();
  expect(detailMessage("tls_expired")).toBe("The certificate has expired.");
});
