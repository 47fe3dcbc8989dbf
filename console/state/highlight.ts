import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import go from "highlight.js/lib/languages/go";
import graphql from "highlight.js/lib/languages/graphql";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import lua from "highlight.js/lib/languages/lua";
import makefile from "highlight.js/lib/languages/makefile";
import markdown from "highlight.js/lib/languages/markdown";
import perl from "highlight.js/lib/languages/perl";
import php from "highlight.js/lib/languages/php";
import powershell from "highlight.js/lib/languages/powershell";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import scss from "highlight.js/lib/languages/scss";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { createLowlight } from "lowlight";

import type { Language } from "./languages";

const GRAMMARS = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  graphql,
  ini,
  java,
  javascript,
  json,
  kotlin,
  lua,
  makefile,
  markdown,
  perl,
  php,
  powershell,
  python,
  ruby,
  rust,
  scss,
  sql,
  swift,
  typescript,
  xml,
  yaml,
} satisfies Record<Language, unknown>;
const lowlight = createLowlight(GRAMMARS);

// What the grammars tell apart, and the few kinds that have a colour.
const KINDS = {
  comment: "comment quote",
  keyword: "keyword selector-tag doctag operator",
  text: "string regexp addition char link code symbol",
  number: "number literal bullet",
  name: "title section name selector-id selector-class",
  type: "type built_in class attribute attr variable template-variable meta",
  removed: "deletion",
} as const;

export type TokenKind = keyof typeof KINDS;
/** A part of a text and its kind; white space, punctuation and most names have none. */
export type Token = { kind: TokenKind | null; text: string };

const kindOf = new Map<string, TokenKind>();
for (const kind of ["comment", "keyword", "text", "number", "name", "type", "removed"] as const)
  for (const scope of KINDS[kind].split(" ")) kindOf.set(`hljs-${scope}`, kind);
kindOf.set("class_", "type");

type Root = ReturnType<typeof lowlight.highlight>;
type Child = Root["children"][number];

/** Splits code for colouring; together the parts are the code. */
export function highlight(code: string, language: Language): Token[] {
  const tokens: Token[] = [];
  const add = (child: Child, kind: TokenKind | null) => {
    if (child.type === "text") {
      const last = tokens.at(-1);
      if (last?.kind === kind) last.text += child.value;
      else tokens.push({ kind, text: child.value });
    } else if (child.type === "element") {
      const scopes = child.properties.className;
      // The last one is the finest: a title may be that of a class.
      const own = [scopes].flat().findLast((scope) => kindOf.has(String(scope)));
      for (const inner of child.children) add(inner, kindOf.get(String(own)) ?? kind);
    }
  };
  for (const child of lowlight.highlight(language, code).children) add(child, null);
  return tokens;
}
