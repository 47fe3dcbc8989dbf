import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
// As long as the digest of SHA-1, the hash that every authenticator app knows.
const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
const DIGITS = 6;

/** A new secret of 160 bits in base32, as authenticator apps take it. */
export const newTotpSecret = (): string => toBase32(randomBytes(SECRET_BYTES));

/** The code of a secret for a time step (RFC 6238 with SHA-1, six digits). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** The time step of a Unix time in seconds. */
export const stepAt = (seconds: number): number => Math.floor(seconds / STEP_SECONDS);

/**
 * The time step that a code belongs to: the present one or one beside it, as clocks differ, and later than the last
 * one used. Null if it is none of these.
 * @param now Unix time in seconds
 */
export function matchingStep(
  secret: string,
  code: string,
  { now, lastStep }: { now: number; lastStep: number },
): number | null {
  const present = stepAt(now);
  // All are compared, so that the time taken says nothing.
  const matching = [present - 1, present, present + 1].filter((step) =>
    isEqual(totpCode(secret, step), code),
  );
  return matching.find((step) => step > lastStep) ?? null;
}

/** The address that authenticator apps read from a QR code. */
export function totpUri(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

function isEqual(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Base32 without padding (RFC 4648), of whole groups of five bits. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{5}/g) ?? [])
    .map((five) => BASE32.charAt(Number.parseInt(five, 2)))
    .join("");
}

function fromBase32(text: string): Buffer {
  const bits = text
    .split("")
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
