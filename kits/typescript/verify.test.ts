import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";

import { signature, signingKey, verify } from "./verify";

// The published vector of Standard Webhooks.
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
const TIMESTAMP = 1614265330;
const BODY = Buffer.from('{"test": 2432232314}');
const SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

const key = signingKey(SECRET);
const headers = { id: ID, timestamp: String(TIMESTAMP), signature: SIGNATURE };

describe("verify", () => {
  it("accepts the published vector", () => {
    expect(signature(key, ID, String(TIMESTAMP), BODY)).toBe(SIGNATURE);
    expect(verify([key], headers, BODY, TIMESTAMP)).toBe("authentic");
  });

  it("accepts each of several secrets, whichever signed", () => {
    const other = signingKey("whsec_AAAA");
    for (const keys of [
      [other, key],
      [key, other],
    ]) {
      expect(verify(keys, headers, BODY, TIMESTAMP)).toBe("authentic");
    }
    expect(verify([other], headers, BODY, TIMESTAMP)).toBe("bad_signature");
    expect(verify([], headers, BODY, TIMESTAMP)).toBe("bad_signature");
  });

  it("agrees with the reference library", () => {
    const body = '{"é":"\u{1F600}"}';
    const now = new Date(1_700_000_000_000);
    const theirs = new Webhook(SECRET).sign("msg_1", now, body);
    expect(signature(key, "msg_1", "1700000000", Buffer.from(body))).toBe(theirs);
  });

  it("accepts any one of several v1 items", () => {
    for (const given of [
      `v1,AAAA ${SIGNATURE}`,
      `${SIGNATURE} v1,AAAA`,
      `v1a,${SIGNATURE.slice(3)} v2,x ${SIGNATURE}`,
    ]) {
      expect(verify([key], { ...headers, signature: given }, BODY, TIMESTAMP)).toBe("authentic");
    }
  });

  it.each([
    ["v2,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="],
    ["g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="],
    ["v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE"],
    ["v1,g0hM9SsE-OTPJTGt_tmIKtSyZlE3uFJELVlNIOLJ1OE="],
    ["v1,"],
    ["v1"],
    ["é v1,é"],
  ])("refuses the signature %s", (given) => {
    expect(verify([key], { ...headers, signature: given }, BODY, TIMESTAMP)).toBe("bad_signature");
  });

  it("refuses a different body, id, timestamp or key", () => {
    const refused = "bad_signature";
    expect(verify([key], headers, Buffer.from('{"test":2432232314}'), TIMESTAMP)).toBe(refused);
    expect(verify([key], { ...headers, id: "msg_2" }, BODY, TIMESTAMP)).toBe(refused);
    const later = { ...headers, timestamp: String(TIMESTAMP + 1) };
    expect(verify([key], later, BODY, TIMESTAMP)).toBe(refused);
    expect(verify([signingKey("whsec_AAAA")], headers, BODY, TIMESTAMP)).toBe(refused);
  });

  it("accepts 300 seconds of difference and not 301, either way", () => {
    for (const sign of [-1, 1]) {
      expect(verify([key], headers, BODY, TIMESTAMP + sign * 300)).toBe("authentic");
      expect(verify([key], headers, BODY, TIMESTAMP + sign * 301)).toBe("bad_timestamp");
    }
  });

  it.each([
    "-1614265330",
    "+1614265330",
    "1614265330.0",
    "1614265330 ",
    "0x6037ba72",
    "1e9",
    "١٢٣",
  ])("refuses the timestamp %j, even when it is signed", (timestamp) => {
    const given = { id: ID, timestamp, signature: signature(key, ID, timestamp, BODY) };
    expect(verify([key], given, BODY, TIMESTAMP)).toBe("bad_timestamp");
  });

  it.each(["id", "timestamp", "signature"])("refuses a request without its %s", (name) => {
    const verdict = verify([key], { ...headers, [name]: undefined }, BODY, TIMESTAMP);
    expect(verdict).toBe("missing_header");
  });
});

describe("signingKey", () => {
  it.each(["", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_not base64"])(
    "refuses %j",
    (secret) => {
      expect(() => signingKey(secret)).toThrow(RangeError);
    },
  );
});
