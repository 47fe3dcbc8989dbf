import { Webhook } from "standardwebhooks";
import { afterEach, expect, test, vi } from "vitest";

import { verifyMessage } from "./verify-message";

afterEach(() => void vi.unstubAllGlobals());

const SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3";
const OTHER = "whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4";
const NOW = 1_700_000_000_000;
const BODY = '{"type":"files.resync","data":{"cursor":"1","events":[]}}';

/** A request as a user would paste it, signed by the library that receivers use. */
function pasted(body: string, { at = NOW, sent = BODY, without = "" } = {}): string {
  const signature = new Webhook(SECRET).sign("msg_1", new Date(at), sent);
  const lines = [
    "POST /in HTTP/1.1",
    "Webhook-Id: msg_1",
    `webhook-timestamp: ${at / 1_000}`,
    `webhook-signature: v1,AAAA ${signature}`,
  ].filter((line) => without === "" || !line.toLowerCase().startsWith(without));
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

test("what the library signed verifies, with any of several signatures", async () => {
  expect(await verifyMessage(pasted(BODY), ` ${SECRET}\n`, NOW)).toMatchObject({ ok: true });
});

test.each([
  ["another secret", pasted(BODY), OTHER, "the secret belongs to another webhook"],
  [
    "a body parsed and printed again",
    pasted(JSON.stringify(JSON.parse(BODY), null, 2)),
    SECRET,
    "re-serialised",
  ],
  ["white space at the end", pasted(`${BODY}\n`), SECRET, "White space"],
  ["a changed body", pasted(BODY.replace('"1"', '"2"')), SECRET, "The signature doesn't match"],
  ["an old message", pasted(BODY, { at: NOW - 301_000 }), SECRET, "301 seconds ago"],
  ["a clock behind", pasted(BODY, { at: NOW + 400_000 }), SECRET, "400 seconds in the future"],
  [
    "a header missing",
    pasted(BODY, { without: "webhook-id" }),
    SECRET,
    "The header webhook-id is missing",
  ],
  ["a body alone", BODY, SECRET, "are missing"],
  ["half a secret", pasted(BODY), "whsec_", "secret is incomplete"],
  ["nothing", "", "", "are missing"],
])("%s is explained", async (_, pastedText, secret, explanation) => {
  const verdict = await verifyMessage(pastedText, secret, NOW);
  expect(verdict.ok).toBe(false);
  expect(`${verdict.message} ${verdict.remedy}`).toContain(explanation);
});

test("a message of exactly 300 seconds is recent", async () => {
  const verdict = await verifyMessage(pasted(BODY, { at: NOW - 300_000 }), SECRET, NOW);
  expect(verdict.ok).toBe(true);
});

test("all headers that are missing are listed", async () => {
  const { message } = await verifyMessage(BODY, SECRET, NOW);
  expect(message).toBe(
    "The headers webhook-id, webhook-timestamp, and webhook-signature are missing.",
  );
});

test("where the browser can't check, it says so and what to do", async () => {
  // As on a page that came over plain http.
  vi.stubGlobal("crypto", {});
  expect(await verifyMessage(pasted(BODY), SECRET, NOW)).toMatchObject({
    ok: false,
    message: expect.stringContaining("plain http"),
    remedy: expect.stringContaining("https"),
  });
});
