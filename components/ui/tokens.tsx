import type { Token, TokenKind } from "@/console/state/highlight";

const COLOURS: Record<TokenKind, string> = {
  comment: "text-muted italic",
  keyword: "text-code-keyword",
  text: "text-good",
  number: "text-warn",
  name: "text-tide",
  type: "text-code-type",
  removed: "text-bad",
};

/** Code in colours. */
export function Tokens({ tokens }: { tokens: readonly Token[] }) {
  return tokens.map(({ kind, text }, n) =>
    kind === null ? (
      text
    ) : (
      <span key={n} className={COLOURS[kind]}>
        {text}
      </span>
    ),
  );
}
