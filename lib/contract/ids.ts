/** Prefixes of ids (spec 1.4). An id is a TypeID: prefix, `_` and 26 characters of base32. */
export const ID_PREFIXES = [
  "org",
  "user",
  "key",
  "fs",
  "ms",
  "wh",
  "msg",
  "att",
  "fwd",
  "inv",
  "login",
  "sess",
  "ident",
  "pk",
  "aud",
  "trash",
  "notice",
  "req",
] as const;

export type IdPrefix = (typeof ID_PREFIXES)[number];

const BASE32 = "[0-7][0-9a-hjkmnp-tv-z]{25}";
const AFTER_PREFIX = new RegExp(`^${BASE32}$`);

/** What ids of the kind look like, as the source of a regular expression (spec 1.4). */
export const idPattern = (prefix: IdPrefix) => `^${prefix}_${BASE32}$`;

/** Whether a text is a well-formed id of the kind (spec 1.4). */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && AFTER_PREFIX.test(text.slice(prefix.length + 1));
}
