// Deeper than people write it; what is nested without end must not become a text without end.
const MAX_INDENT = 50;

/** JSON with line breaks and indentation. Numbers stay as they are written, so it does not go through a parser. */
export function indentJson(text: string): string {
  let depth = 0;
  const line = () => `\n${"  ".repeat(Math.min(depth, MAX_INDENT))}`;
  return text.trim().replaceAll(/"(?:[^"\\]|\\.)*"?|[{[]\s*[}\]]|\s+|[{}[\],:]/g, (token) => {
    if (token.startsWith('"')) return token;
    if (token.trim() === "") return "";
    if (token === ":") return ": ";
    if (token === ",") return `,${line()}`;
    if (token.length > 1) return token.replaceAll(/\s/g, "");
    depth = Math.max(0, depth + (token === "{" || token === "[" ? 1 : -1));
    return token === "{" || token === "[" ? token + line() : line() + token;
  });
}
