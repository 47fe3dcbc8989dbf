import { createHash, randomInt } from "node:crypto";

// No vowels, so that no words come out, and nothing that looks like a digit (RFC 8628, section 6.1).
const ALPHABET = "BCDFGHJKLMNPQRSTVWXZ";
const LENGTH = 8;
const HALF = LENGTH / 2;

/** A code for a person to type, shown `XXXX-XXXX`: eight of twenty letters, 34 bits. */
export function newUserCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
  return `${letters.slice(0, HALF).join("")}-${letters.slice(HALF).join("")}`;
}

/** The form in which a code is stored and looked up; case, dashes and spaces of whoever typed it do not matter. */
export function hashUserCode(typed: string): Buffer {
  const letters = typed.toUpperCase().replace(/[\s-]/g, "");
  return createHash("sha256").update(letters).digest();
}
