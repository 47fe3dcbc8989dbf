import { expect, test } from "vitest";

import { remedyOf } from "./failure-remedies";

const of = (code: string, detail: string | null = null, reader: "writer" | "viewer" = "writer") =>
  remedyOf({ code, detail, time: "Nov 25, 6:04 PM" }, reader);

test.each(["timeout", "connect_failed", "tls_failed", "blocked_address", "redirect", "ours"])(
  "%s has a remedy of its own",
  (code) => expect(of(code)).not.toContain("logs"),
);

test("a finer cause has its own remedy, which fits it", () => {
  expect(of("timeout", "timeout_tcp")).toContain("firewall");
  expect(of("timeout", "timeout_http")).toBe(of("timeout"));
  expect(of("tls_failed", "tls_client_certificate")).toContain("client certificates");
  expect(of("connect_failed", "bad_http")).toContain("HTTP/1.1");
});

test("where only logs help, the time to look for is named", () => {
  expect(of("http_500")).toBe("Check your endpoint's logs at Nov 25, 6:04 PM.");
  expect(of("http_418")).toContain("Only a 2xx status");
  expect(of("quic_failed")).toContain("logs");
});

test("a listener's remedy is on the machine that listens", () => {
  const url = "https://wh_01kb3x6v7cf2dsk8xkqz4n5w9a.listener.tidemark.invalid/";
  const failure = { code: "connect_failed", detail: "refused", time: "", url };
  expect(remedyOf(failure, "writer")).toContain("local program");
  const ended = { ...failure, detail: "no_listener" };
  expect(remedyOf(ended, "writer")).toBe(
    "Run it again within a minute, or this webhook is deleted.",
  );
});

test("the remedy of who cannot follow it names whom to ask", () => {
  expect(of("redirect", null, "viewer")).toBe(
    "Ask a member to edit this webhook and enter the URL it redirects to.",
  );
  expect(of("http_405", null, "viewer")).toBe(of("http_405"));
});
