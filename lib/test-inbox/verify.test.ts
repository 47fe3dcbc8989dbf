import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";

import { isAuthentic } from "./verify";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const OTHER = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
const AT = 1_700_000_000;
const BODY = '{"é":"\u{1F600}"}';
const signed = {
  id: "msg_1",
  timestamp: String(AT),
  signature: new Webhook(SECRET).sign("msg_1", new Date(AT * 1_000), BODY),
};
const check = (changed: object, secrets = [SECRET], body = BODY, now = AT) =>
  isAuthentic(secrets, { ...signed, ...changed }, Buffer.from(body), now);

test("it agrees with the reference library, with any of several secrets and signatures", () => {
  expect(check({})).toBe(true);
  expect(check({}, [OTHER, SECRET])).toBe(true);
  expect(check({ signature: `v1,AAAA ${signed.signature} v2,x` })).toBe(true);
});

test("it refuses another secret, body, id, time or version, and a missing header", () => {
  expect(check({}, [OTHER])).toBe(false);
  expect(check({}, [])).toBe(false);
  expect(check({}, [SECRET], "{}")).toBe(false);
  expect(check({ id: "msg_2" })).toBe(false);
  expect(check({ timestamp: String(AT + 1) })).toBe(false);
  expect(check({ signature: signed.signature.replace("v1", "v2") })).toBe(false);
  expect(check({ signature: "" })).toBe(false);
  for (const name of ["id", "timestamp", "signature"])
    expect(check({ [name]: undefined })).toBe(false);
});

test("it accepts 300 seconds of difference and not 301, either way", () => {
  for (const sign of [-1, 1]) {
    expect(check({}, [SECRET], BODY, AT + sign * 300)).toBe(true);
    expect(check({}, [SECRET], BODY, AT + sign * 301)).toBe(false);
  }
});
