import { type IdPrefix, isId } from "@/lib/contract/ids";

/** What is in a field for an ID: one, the beginning of one or nothing yet, or neither. */
export type PastedId = { id: string } | "begun" | "none";

/** Finds the first ID of these kinds in a text, as in a line of a log or in a mail. */
export function pastedId(text: string, kinds: readonly IdPrefix[]): PastedId {
  const words = text.match(/[a-z]+_[0-9a-z]+/g) ?? [];
  const id = words.find((word) => kinds.some((kind) => isId(kind, word)));
  if (id !== undefined) return { id };
  const last = /\w*$/.exec(text)?.[0] ?? "";
  const isBegun = kinds.some((kind) => isBeginning(`${kind}_`, last));
  return text.trim() === "" || isBegun ? "begun" : "none";
}

const isBeginning = (prefix: string, word: string) =>
  word !== "" &&
  (prefix.startsWith(word) ||
    (word.startsWith(prefix) && /^[0-9a-z]{0,25}$/.test(word.slice(prefix.length))));
