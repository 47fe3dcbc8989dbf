import { createHash, randomInt } from "node:crypto";

// No vowels, to avoid words, and no letters that resemble digits (RFC 8628, section 6.1).
const ALPHABET = "BCDFGHJKLMNPQRSTVWXZ";
const LENGTH = 8;
const HALF = LENGTH / 2;

/** A code for users to type, shown as `XXXX-XXXX`: eight of twenty letters, 34 bits. */
export function newUserCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
  return `${letters.slice(0, HALF).join("")}-${letters.slice(HALF).join("")}`;
}

/** The stored form of a code; case, dashes and spaces are ignored. */
export function hashUserCode(typed: string): Buffer {
  const letters = typed.toUpperCase().replace(/[\s-]/g, "");
  return createHash("sha256").update(letters).digest();
}
