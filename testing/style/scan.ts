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
  return new TypeScriptScanner(source, jsx).scan();
}

class TypeScriptScanner {
  private readonly pieces: Piece[] = [];
  private readonly source: string;
  private readonly jsx: boolean;
  private at = 0;
  private before = "";
  private counted = 0;
  private line = 1;

  constructor(source: string, jsx: boolean) {
    this.source = source;
    this.jsx = jsx;
  }

  scan(): Piece[] {
    while (this.at < this.source.length) this.code();
    return this.pieces;
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private add(kind: Kind, value: string): void {
    const start = this.at - value.length + (/^\s*/.exec(value)?.[0].length ?? 0);
    for (; this.counted < start; this.counted += 1)
      if (this.source[this.counted] === "\n") this.line += 1;
    this.pieces.push({ kind, value, line: this.line });
  }

  private addText(value: string): void {
    if (/[a-z]\s+\S/i.test(value)) this.add("text", value);
  }

  /** Code up to the brace that closes it, or to the end of the file. */
  private code(): void {
    this.before = "";
    for (let depth = 0; this.at < this.source.length;) {
      const comment = this.take(COMMENT);
      const name = comment === undefined ? this.take(NAME) : undefined;
      if (comment !== undefined) this.add("comment", comment);
      else if (name !== undefined) {
        this.add("identifier", name);
        this.before = name;
      } else if (this.isText() || this.take(/\s+/y) !== undefined) continue;
      else {
        const character = this.source[this.at++] ?? "";
        if (character === "{") depth += 1;
        if (character === "}" && --depth < 0) return;
        this.before = character;
      }
    }
  }

  private isText(): boolean {
    const text = this.take(STRING);
    if (text !== undefined) this.addText(text);
    else if (this.take(NUMBER) === undefined) {
      if (this.source[this.at] === "`") this.template();
      else if (!BEFORE_OPERAND.test(this.before)) return false;
      else if (this.startsElement()) this.element();
      else if (this.take(REGEX) === undefined) return false;
    }
    this.before = "0";
    return true;
  }

  private startsElement(): boolean {
    GENERIC.lastIndex = this.at;
    const next = this.source.slice(this.at, this.at + 2);
    return this.jsx && /<[\w>]/.test(next) && !GENERIC.test(this.source);
  }

  private template(): void {
    this.at += 1;
    while (this.at < this.source.length && this.source[this.at] !== "`") {
      this.addText(this.take(/(?:[^`\\$]|\\[\s\S]|\$(?!\{))+/y) ?? "");
      if (this.take(/\$\{/y) !== undefined) this.code();
    }
    this.at += 1;
  }

  /** An element of JSX: its tag, its attributes and all that it contains. */
  private element(): void {
    this.take(/<[\w.-]*/y);
    while (this.at < this.source.length && !this.atTagEnd()) this.attribute();
    if (this.take(/\/>/y) !== undefined) return;
    this.at += 1;
    while (this.at < this.source.length && this.take(/<\/[\w.-]*>/y) === undefined) {
      this.addText(this.take(/[^<{]+/y) ?? "");
      if (this.take(/\{/y) !== undefined) this.code();
      else if (this.source[this.at] === "<" && this.source[this.at + 1] !== "/") this.element();
    }
  }

  private atTagEnd(): boolean {
    return /^(?:>|\/>)/.test(this.source.slice(this.at, this.at + 2));
  }

  private attribute(): void {
    const text = this.take(STRING);
    const comment = this.take(COMMENT);
    if (text !== undefined) this.addText(text);
    if (comment !== undefined) this.add("comment", comment);
    else if (this.take(/\{/y) !== undefined) this.code();
    else if (text === undefined && this.take(/[\w.:-]+|[\s=]+/y) === undefined) this.at += 1;
  }
}

/** The comments of an SQL file. */
const scanSql = (source: string): Piece[] =>
  source.split("\n").flatMap((line, i) => {
    const value = /--(.*)$/.exec(line)?.[1];
    return value === undefined ? [] : [{ kind: "sql" as const, value, line: i + 1 }];
  });

/** The lines of a Markdown file outside fenced code and code spans. */
function scanMarkdown(source: string): Piece[] {
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
