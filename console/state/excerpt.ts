const MAX_LENGTH = 180;
const LEAD = 50;

/** A piece of text, and whether it is a word that was searched for. */
export type ExcerptPart = { text: string; isMatch: boolean };

/** The part of a text around the first word that was searched for, with each such word marked. */
export function excerptOf(text: string, terms: readonly string[]): ExcerptPart[] {
  const plain = text.replaceAll(/\s+/g, " ").trim();
  const words = terms.map((term) => term.replaceAll(/[^\p{L}\p{N}_]/gu, "")).filter(Boolean);
  const pattern = words.length === 0 ? null : new RegExp(`(${words.join("|")})`, "giu");
  const first = pattern === null ? 0 : Math.max(0, plain.search(pattern));
  const from = first <= LEAD ? 0 : plain.lastIndexOf(" ", first - LEAD) + 1;
  const shown = plain.slice(from, from + MAX_LENGTH);
  const cut = `${from > 0 ? "… " : ""}${shown}${from + MAX_LENGTH < plain.length ? " …" : ""}`;
  if (pattern === null) return [{ text: cut, isMatch: false }];
  // A split by a group has what it matched at the odd places.
  return cut.split(pattern).map((part, n) => ({ text: part, isMatch: n % 2 === 1 }));
}
