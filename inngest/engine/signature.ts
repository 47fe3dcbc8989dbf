import { createHash, createHmac, timingSafeEqual } from "node:crypto";

const PREFIX = /^signkey-\w+-/;

/** The `x-inngest-signature` of canonical JSON `text` at `seconds` since 1970. */
export function sign(signingKey: string, text: string, seconds: number): string {
  return `t=${seconds}&s=${digest(signingKey, text, String(seconds))}`;
}

/**
 * Whether `header` is this key's signature of exactly `text`, made within five minutes of `nowMs`.
 */
export function isSigned(
  signingKey: string,
  header: string | null,
  text: string | Uint8Array,
  nowMs: number,
): boolean {
  const given = readSignature(header, nowMs);
  return given !== null && sameText(given.signature, digest(signingKey, text, given.time));
}

/**
 * The parts of a signature that is well-formed and made within five minutes of `nowMs`, by any key;
 * else null.
 */
export function readSignature(
  header: string | null,
  nowMs: number,
): { time: string; signature: string } | null {
  const given = new URLSearchParams(header ?? "");
  const [time, signature] = [given.get("t") ?? "", given.get("s") ?? ""];
  if (!/^\d{1,12}$/.test(time) || !/^[0-9a-f]{64}$/.test(signature)) return null;
  return Math.abs(nowMs - Number(time) * 1_000) > 300_000 ? null : { time, signature };
}

/** What the SDK sends instead of the signing key: the key's prefix and the SHA-256 of its bytes. */
export function hashedSigningKey(signingKey: string): string {
  const prefix = PREFIX.exec(signingKey)?.[0] ?? "";
  const bytes = Buffer.from(signingKey.slice(prefix.length), "hex");
  return prefix + createHash("sha256").update(bytes).digest("hex");
}

/** Compares two texts in constant time. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function digest(signingKey: string, text: string | Uint8Array, time: string): string {
  return createHmac("sha256", signingKey.replace(PREFIX, ""))
    .update(text)
    .update(time)
    .digest("hex");
}
