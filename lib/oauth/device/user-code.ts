import { createHash, randomInt } from "node:crypto";

// No vowels, to avoid words, and no e-mails that resemble digits (RFC 8628, section 6.1).
const ALPHABET = "BCDFGHJKLMNPQRSTVWXZ";
const LENGTH = 8;
const HALF = LENGTH / 2;

/** A code for users to type, shown as `XXXX-XXXX`: eight of twenty letters, 34 bits. */
export function newUserCode(): string {
  const alphabet = Array.from({ length: LENGTH }, () =>
    ALPHABET.charAt(randomInt(ALPHABET.length)),
  );
  return `${alphabet.slice(0, HALF).join("")}-${alphabet.slice(HALF).join("")}`;
}

/** The stored form of a code; case, dashes and spaces are ignored. */
export function hashUserCode(typed: string): Buffer {
  const alphabet = typed.toUpperCase().replace(/[\s-]/g, "");
  return createHash("sha256").update(alphabet).digest();
}
