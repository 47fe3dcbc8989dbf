import { expect, test } from "vitest";

import { detailWords, failureWords } from "./failure-messages";

test.each(["timeout", "connect_failed", "tls_failed", "blocked_address", "redirect", "ours"])(
  "%s has words and a remedy of its own",
  (code) => {
    const { what, remedy } = failureWords(code);
    expect(what).not.toMatch(/^It failed with/);
    expect(remedy).not.toBe("");
  },
);

test("any status has words", () => {
  expect(failureWords("http_503").what).toBe("The endpoint failed itself (503).");
  expect(failureWords("http_418").what).toBe("The endpoint refuses the message (418).");
  expect(failureWords("http_404").remedy).toContain("route");
});

test("a code of tomorrow is shown as it is", () => {
  expect(failureWords("quic_failed").what).toBe("It failed with quic_failed.");
});

test("a detail that says no more than its code says nothing", () => {
  expect(detailWords("answered")).toBeNull();
  expect(detailWords(null)).toBeNull();
  expect(detailWords("tls_expired")).toBe("The certificate has expired.");
});
