import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
// 43 base62 characters encode 256 bits, 6 more the 32-bit checksum.
const BODY = 43;
const CHECK = 6;

/** Prefixes of secrets; spec 1.12 says what each is of. */
export const TOKEN_PREFIXES = [
  "tmk_",
  "tmkat_",
  "tmkrt_",
  "tmktk_",
  "tmkmp_",
  "tmkinv_",
  "tmkdc_",
  "tmkpr_",
  "tmkec_",
] as const;

export type TokenPrefix = (typeof TOKEN_PREFIXES)[number];

/** A new secret: prefix, 43 random base62 characters and 6 of their CRC32 (spec 1.12). */
export function newToken(prefix: TokenPrefix): string {
  const body = Array.from({ length: BODY }, randomCharacter).join("");
  return `${prefix}${body}${checksum(body)}`;
}

/** Whether a text has the format of such a secret, issued or not. */
export function isToken(prefix: TokenPrefix, text: string): boolean {
  if (!text.startsWith(prefix) || text.length !== prefix.length + BODY + CHECK) return false;
  const body = text.slice(prefix.length, prefix.length + BODY);
  return /^[0-9A-Za-z]+$/.test(body) && checksum(body) === text.slice(-CHECK);
}

/** The form in which secrets are stored. 256 random bits need no salt or key stretching. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = "";
  for (let i = 0; i < CHECK; i++) {
    text = ALPHABET.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

// Bytes from 248, the largest multiple of 62, are drawn again to avoid bias.
function randomCharacter(): string {
  for (;;) {
    const byte = randomBytes(1)[0] ?? 255;
    if (byte < 248) return ALPHABET.charAt(byte % 62);
  }
}
