import type { IdPrefix } from "@/lib/contract/common";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
// The time is the first 48 bits of a UUIDv7; the first character of a TypeID holds three of them, the others five.
const TIME_CHARACTERS = 10;

/** No id of the kind made at this time or later (milliseconds since 1970) sorts before this text, every older one does. */
export function firstIdAt(prefix: IdPrefix, ms: number): string {
  let rest = Math.max(0, Math.floor(ms));
  let text = "";
  for (let i = 0; i < TIME_CHARACTERS; i++) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return `${prefix}_${text}`;
}
