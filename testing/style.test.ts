import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

import { IDENTIFIERS, PHRASES, type Rule } from "./style/rules";
import { type Kind, scan, scanTypeScript } from "./style/scan";

const root = path.resolve(import.meta.dirname, "..");
const RULES = [...PHRASES, ...IDENTIFIERS];
// Applied migrations never change, and the lists of this test contain every banned word.
const SKIPPED = /^prisma\/generated\/|\/migrations\/|^testing\/style/;

/** Every use of a banned word in a file, as `file:line kind "word": say …`. */
function check(file: string, source: string): string[] {
  const rules = RULES.filter(({ except }) => !except?.test(file));
  return scan(file, source).flatMap(({ kind, value, line }) =>
    rules.flatMap(({ kinds, pattern, say }) => {
      const found = kinds.includes(kind) ? pattern.exec(value) : null;
      if (found === null) return [];
      const at = line + value.slice(0, found.index).trimStart().split("\n").length - 1;
      return [`${file}:${at} ${kind} "${found[0]}": say ${say}`];
    }),
  );
}

/** A file that holds `words` as the kind of piece and nothing else that a rule could catch. */
const plant: Record<Kind, (words: string) => [file: string, source: string]> = {
  comment: (words) => ["testing/planted.ts", `const a = 1;\n// ${words}\n`],
  text: (words) => ["testing/planted.tsx", `const a = <p title="x">\n${words} {1}</p>;\n`],
  markdown: (words) => ["testing/planted.md", `# A\n${words}\n`],
  sql: (words) => ["testing/planted.sql", `SELECT 1;\n-- ${words}\n`],
  identifier: (words) => ["testing/planted.ts", `const a = 1;\nexport const ${words} = 2;\n`],
};

test.each(
  RULES.map((rule): [string, Rule] => [
    `${rule.kinds.length > 1 ? "phrase" : "name"} ${rule.name}`,
    rule,
  ]),
)(
  "the %s is caught where it is banned, and its ordinary use is not",
  (_, { kinds, bad, fine, pattern }) => {
    for (const kind of kinds) {
      expect(pattern.test(bad)).toBe(true);
      expect(pattern.test(fine)).toBe(false);
      const [file, source] = plant[kind](bad);
      expect(check(file, source).join()).toContain(`${file}:2 ${kind}`);
    }
  },
);

test("comments, texts and identifiers are told apart", () => {
  const source = [
    "/** the doc */",
    "const a = `one ${b /* in it */} two \\` three`; // end",
    'const r = /["`/]+/.test(x) ? "a b" : c / d / e;',
    'const f = <T,>(x: T) => <A /* on a tag */ b="c d" {...y}>some text {g(`h i`)} <B /> more text</A>;',
  ].join("\n");
  const pieces = scanTypeScript(source, true);
  const of = (kind: Kind) =>
    pieces.filter((piece) => piece.kind === kind).map(({ value }) => value.trim());
  expect(of("comment")).toEqual(["/** the doc */", "/* in it */", "// end", "/* on a tag */"]);
  expect(of("text")).toEqual(["two \\` three", '"a b"', '"c d"', "some text", "h i", "more text"]);
  expect(of("identifier").join(" ")).toBe("const a b const r test x c d e const f T x T y g");
  expect(pieces.map(({ line }) => line)).toEqual(
    pieces.map(({ line }) => line).toSorted((a, b) => a - b),
  );
});

test("no file contains a banned word", () => {
  const tracked = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.mjs", "*.md", "*.sql"], {
    cwd: root,
    encoding: "utf8",
  });
  const files = tracked
    .split("\n")
    .filter((file) => file !== "" && !SKIPPED.test(file) && existsSync(path.join(root, file)));
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.flatMap((file) => check(file, readFileSync(path.join(root, file), "utf8")))).toEqual(
    [],
  );
}, 60_000);
