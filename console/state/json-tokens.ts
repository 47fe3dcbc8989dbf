/** A part of a JSON text and what it is; `other` is white space and punctuation. */
export type JsonToken = { kind: "name" | "text" | "number" | "word" | "other"; text: string };

const TOKEN =
  /("(?:\\.|[^"\\])*")(?=\s*:)|("(?:\\.|[^"\\])*")|(-?\d[\d.eE+-]*)|(\b(?:true|false|null)\b)/g;
const KINDS = ["name", "text", "number", "word"] as const;

/** Splits a JSON text for colouring; together the parts are the text. */
export function jsonTokens(json: string): JsonToken[] {
  const tokens: JsonToken[] = [];
  let end = 0;
  for (const match of json.matchAll(TOKEN)) {
    if (match.index > end) tokens.push({ kind: "other", text: json.slice(end, match.index) });
    const kind = KINDS.find((_, i) => match[i + 1] !== undefined) ?? "other";
    tokens.push({ kind, text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < json.length) tokens.push({ kind: "other", text: json.slice(end) });
  return tokens;
}
