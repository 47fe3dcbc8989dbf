import { createHmac, timingSafeEqual } from "node:crypto";

/** How far a message's timestamp may be from our clock, in seconds: a replayed one grows too old. */
const TOLERANCE_SECONDS = 300;

/** The three headers that authenticate a message; `undefined` where the request has none. */
export type SignatureHeaders = {
  id: string | undefined;
  timestamp: string | undefined;
  signature: string | undefined;
};

export type Verdict = "authentic" | "missing_header" | "bad_timestamp" | "bad_signature";

/**
 * Takes a secret as the service shows it (`whsec_` and base64) and returns the key of the HMAC.
 * @throws RangeError when it is not such a secret; the message never repeats it.
 */
export function signingKey(secret: string): Buffer {
  const [, encoded = ""] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret.trim()) ?? [];
  const key = Buffer.from(encoded, "base64");
  if (key.length === 0) throw new RangeError("the secret must be whsec_ followed by base64");
  return key;
}

/**
 * Returns the `v1,<base64>` item for a message: HMAC-SHA256 of `id.timestamp.body`, over the body's
 * raw bytes. See spec 9.1.
 */
export function signature(key: Buffer, id: string, timestamp: string, body: Buffer): string {
  const mac = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body);
  return `v1,${mac.digest("base64")}`;
}

/**
 * Says whether a request comes from the service. Takes the headers, the raw body before any parsing
 * and the current time in seconds since 1970. See spec 9.1, 9.2.
 */
export function verify(
  key: Buffer,
  headers: SignatureHeaders,
  body: Buffer,
  nowSeconds: number,
): Verdict {
  const { id, timestamp, signature: given } = headers;
  if (!id || !timestamp || !given) return "missing_header";
  if (!/^\d{1,12}$/.test(timestamp)) return "bad_timestamp";
  if (Math.abs(nowSeconds - Number(timestamp)) > TOLERANCE_SECONDS) return "bad_timestamp";

  const expected = Buffer.from(signature(key, id, timestamp, body));
  // After a rotation there is one item per secret; ours may be any of them.
  const authentic = given.split(" ").some((item) => equal(Buffer.from(item), expected));
  return authentic ? "authentic" : "bad_signature";
}

/** Compares in a time that does not tell how many bytes were right. */
function equal(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
