import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
// 43 characters of base62 hold 256 bits; 6 more hold the 32 bits of the checksum.
const BODY = 43;
const CHECK = 6;

// API key, access and refresh token of a login, ticket and password of a mount, invitation, device code, password reset.
export type TokenPrefix =
  | "tmk_"
  | "tmkat_"
  | "tmkrt_"
  | "tmktk_"
  | "tmkmp_"
  | "tmkinv_"
  | "tmkdc_"
  | "tmkpr_";

/** A fresh secret: prefix, 43 random base62 characters, 6 of their CRC32 (spec 1.12). */
export function newToken(prefix: TokenPrefix): string {
  const body = Array.from({ length: BODY }, randomCharacter).join("");
  return `${prefix}${body}${checksum(body)}`;
}

/** Whether a text has the form of such a secret. Says nothing about whether it was ever given out. */
export function isToken(prefix: TokenPrefix, text: string): boolean {
  if (!text.startsWith(prefix) || text.length !== prefix.length + BODY + CHECK) return false;
  const body = text.slice(prefix.length, prefix.length + BODY);
  return /^[0-9A-Za-z]+$/.test(body) && checksum(body) === text.slice(-CHECK);
}

/** The only form in which a secret is stored. Its 256 random bits need no salt and no stretching. */
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

// 248 is the largest multiple of 62 in a byte; larger bytes are drawn again so that none is likelier.
function randomCharacter(): string {
  for (;;) {
    const byte = randomBytes(1)[0] ?? 255;
    if (byte < 248) return ALPHABET.charAt(byte % 62);
  }
}
