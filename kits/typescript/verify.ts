import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * The maximum difference between a message's timestamp and our clock, in seconds: limits replays.
 */
const TOLERANCE_SECONDS = 300;

/** The three headers that authenticate a message; `undefined` or `null` if missing. */
export type SignatureHeaders = {
  id: string | null | undefined;
  timestamp: string | null | undefined;
  signature: string | null | undefined;
};

export type Verdict = "authentic" | "missing_header" | "bad_timestamp" | "bad_signature";

/**
 * Takes a secret as the service shows it (`whsec_` and base64) and returns the HMAC key.
 * @throws RangeError for anything else; its message never contains the secret
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
export function signature(key: Buffer, id: string, timestamp: string, body: Uint8Array): string {
  const mac = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body);
  return `v1,${mac.digest("base64")}`;
}

/**
 * Whether a request comes from the service. Takes the keys that are valid, the headers, the raw
 * body before any parsing and the current time in seconds since 1970. See spec 9.1, 9.2.
 */
export function verify(
  keys: readonly Buffer[],
  headers: SignatureHeaders,
  body: Uint8Array,
  nowSeconds: number,
): Verdict {
  const { id, timestamp, signature: given } = headers;
  if (!id || !timestamp || !given) return "missing_header";
  if (!/^\d{1,12}$/.test(timestamp)) return "bad_timestamp";
  if (Math.abs(nowSeconds - Number(timestamp)) > TOLERANCE_SECONDS) return "bad_timestamp";

  // After a rotation there is one item per secret, and the receiver may know either or both.
  const items = given.split(" ").map((item) => Buffer.from(item));
  const authentic = keys.some((key) => {
    const expected = Buffer.from(signature(key, id, timestamp, body));
    return items.some((item) => equal(item, expected));
  });
  return authentic ? "authentic" : "bad_signature";
}

/** Compares in constant time. */
function equal(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
