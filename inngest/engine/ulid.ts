import { randomBytes } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * A ULID of `millis` since 1970 and 80 bits of `entropy`; `add` makes the ids of one batch differ.
 */
export function ulid(millis: number, entropy: Uint8Array = randomBytes(10), add = 0): string {
  let value =
    (BigInt(Math.floor(millis)) << 80n) + BigInt(`0x${Buffer.from(entropy).toString("hex")}`);
  value = BigInt.asUintN(128, value + BigInt(add));
  let text = "";
  for (let i = 0; i < 26; i += 1) {
    text = (ALPHABET[Number(value & 31n)] ?? "") + text;
    value >>= 5n;
  }
  return text;
}
