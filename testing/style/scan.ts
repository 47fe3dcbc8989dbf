/** Where words stand in a file. `text` is a string literal with a blank in it, or text of JSX. */
export type Kind = "comment" | "identifier" | "markdown" | "sql" | "text";

/** A piece of a file and the line it starts on, from 1. */
export type Piece = { kind: Kind; value: string; line: number };

const NAME = /[\p{ID_Start}$_#][\p{ID_Continue}$]*/uy;
const NUMBER = /\d[\w.]*/y;
const STRING = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y;
const REGEX = /\/(?![*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y;
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
// What an expression cannot end with, so that a slash after it starts a regular expression and `<` starts JSX.
const BEFORE_OPERAND =
  /(?:^|[=([{},;:?!&|+\-*%<>~^]|\b(?:return|case|typeof|await|yield|default|of|in))$/;
const GENERIC = /<\w+(?:,| extends |>\()/y;

/** The comments, identifiers and texts of a TypeScript file, in order. */
export function scanTypeScript(source: string, jsx: boolean): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  let before = "";
  let [counted, line] = [0, 1];

  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(source)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const add = (kind: Kind, value: string) => {
    const start = at - value.length + (/^\s*/.exec(value)?.[0].length ?? 0);
    for (; counted < start; counted += 1) if (source[counted] === "\n") line += 1;
    pieces.push({ kind, value, line });
  };
  const addText = (value: string) => {
    if (/[a-z]\s+\S/i.test(value)) add("text", value);
  };

  /** Code up to the brace that closes it, or to the end of the file. */
  function code(): void {
    before = "";
    for (let depth = 0; at < source.length;) {
      const comment = take(COMMENT);
      const name = comment === undefined ? take(NAME) : undefined;
      if (comment !== undefined) add("comment", comment);
      else if (name !== undefined) {
        add("identifier", name);
        before = name;
      } else if (isText() || take(/\s+/y) !== undefined) continue;
      else {
        const character = source[at++] ?? "";
        if (character === "{") depth += 1;
        if (character === "}" && --depth < 0) return;
        before = character;
      }
    }
  }

  function isText(): boolean {
    const text = take(STRING);
    if (text !== undefined) addText(text);
    else if (take(NUMBER) === undefined) {
      if (source[at] === "`") template();
      else if (!BEFORE_OPERAND.test(before)) return false;
      else if (jsx && /<[\w>]/y.test(source.slice(at, at + 2)) && !isGeneric()) element();
      else if (take(REGEX) === undefined) return false;
    }
    before = "0";
    return true;
  }

  function isGeneric(): boolean {
    GENERIC.lastIndex = at;
    return GENERIC.test(source);
  }

  function template(): void {
    at += 1;
    while (at < source.length && source[at] !== "`") {
      addText(take(/(?:[^`\\$]|\\[\s\S]|\$(?!\{))+/y) ?? "");
      if (take(/\$\{/y) !== undefined) code();
    }
    at += 1;
  }

  /** An element of JSX: its tag, its attributes and all that it contains. */
  function element(): void {
    for (take(/<[\w.-]*/y); at < source.length && !/^(?:>|\/>)/.test(source.slice(at, at + 2));) {
      const text = take(STRING);
      const comment = take(COMMENT);
      if (text !== undefined) addText(text);
      if (comment !== undefined) add("comment", comment);
      else if (take(/\{/y) !== undefined) code();
      else if (text === undefined && take(/[\w.:-]+|[\s=]+/y) === undefined) at += 1;
    }
    if (take(/\/>/y) !== undefined) return;
    at += 1;
    while (at < source.length && take(/<\/[\w.-]*>/y) === undefined) {
      addText(take(/[^<{]+/y) ?? "");
      if (take(/\{/y) !== undefined) code();
      else if (source[at] === "<" && source[at + 1] !== "/") element();
    }
  }

  while (at < source.length) code();
  return pieces;
}

/** The comments of an SQL file. */
export const scanSql = (source: string): Piece[] =>
  source.split("\n").flatMap((line, i) => {
    const value = /--(.*)$/.exec(line)?.[1];
    return value === undefined ? [] : [{ kind: "sql" as const, value, line: i + 1 }];
  });

/** The lines of a Markdown file outside fenced code and code spans. */
export function scanMarkdown(source: string): Piece[] {
  let fenced = false;
  return source.split("\n").flatMap((line, i) => {
    if (/^\s*```/.test(line)) fenced = !fenced;
    const value = line.replaceAll(/`[^`]*`/g, "``");
    return fenced ? [] : [{ kind: "markdown" as const, value, line: i + 1 }];
  });
}

/** The pieces of a file, by the end of its name. */
export function scan(file: string, source: string): Piece[] {
  if (file.endsWith(".md")) return scanMarkdown(source);
  if (file.endsWith(".sql")) return scanSql(source);
  return scanTypeScript(source, file.endsWith(".tsx"));
}
