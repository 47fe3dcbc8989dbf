import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

import { TOKEN_PREFIXES } from "@/lib/auth/token";
import { api } from "@/lib/contract/api";
import { ERRORS } from "@/lib/contract/errors";
import { ID_PREFIXES } from "@/lib/contract/ids";
import { PROBLEM_TYPES } from "@/lib/contract/problems";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const list = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));

const FOLDERS =
  "app bin cli components console docs e2e examples inngest kits lib prisma testing tools .ci".split(
    " ",
  );
const TEXT = /\.(css|go|js|json|md|mjs|prisma|py|sh|sql|ts|tsx)$|(^|\/)(\.env\.example|\.ci\/run)$/;
// Migrations are never edited once applied.
const SKIPPED = /^prisma\/generated\/|\/migrations\//;
const files = [
  ...readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name),
  ...FOLDERS.flatMap(list),
].filter((file) => TEXT.test(file) && !SKIPPED.test(file));

/** The rules of one section as `N.M`, in file order. */
const rulesOf = (file: string) =>
  [...read(file).matchAll(/^### (\S+) \S.*$/gm)].map(([, number = ""]) => number);

const sections = list("docs/spec").filter((file) => /^\d+-[a-z]+\.md$/.test(path.basename(file)));
const rules = new Set(sections.flatMap(rulesOf));

/** Every match of `pattern` in files, as `file:line text`. */
function find(among: readonly string[], pattern: RegExp): string[] {
  return among.flatMap((file) =>
    read(file)
      .split("\n")
      .flatMap((line, i) =>
        [...line.matchAll(pattern)].map(([text]) => `${file}:${i + 1} ${text}`),
      ),
  );
}

test.each(sections)("the rules of %s are numbered 1, 2, 3, … and headings alone", (file) => {
  const section = Number.parseInt(path.basename(file), 10);
  const numbers = rulesOf(file);
  expect(numbers.length).toBeGreaterThan(0);
  expect(numbers).toEqual(numbers.map((_, i) => `${section}.${i + 1}`));
  expect(find([file], /^(##|####+) .*/g)).toEqual([]);
});

test("every section is linked from the first page of the specification", () => {
  const page = read("docs/spec/README.md");
  expect(sections.length).toBeGreaterThan(9);
  expect(sections.filter((file) => !page.includes(`](${path.basename(file)})`))).toEqual([]);
});

test("every citation resolves to a rule", () => {
  const cited = find(files, /\bspec \d+\.\d+(?:, \d+\.\d+)*/g);
  expect(cited.length).toBeGreaterThan(200);
  const broken = cited.filter((citation) =>
    [...(citation.split(" spec ")[1] ?? "").matchAll(/\d+\.\d+/g)].some(
      ([rule]) => !rules.has(rule),
    ),
  );
  expect(broken).toEqual([]);
});

test.each([
  ["a section of another document", /\b[Cc]ontract,? sections?\b/g],
  ["the specification by a title", /\b[Ss]pecification, ["W]/g],
  ["another document", /\b[Dd]elivery-protocol\b|\([Dd]esign:|\([Rr]eference:/g],
  ["a rule without its section", /\b[Rr]ules? \d+\b/g],
  [
    "another spelling",
    /\bSpec \d|\bspec(?:ification)? (?:section|rule|§) ?\d|\bspec \d+(?![\d.])/g,
  ],
  ["a range or a list over two lines", /\bspec \d+\.\d+(?:, \d+\.\d+)*(?:,$|\s?[-–]\s?\d| to \d)/g],
])("nothing cites %s", (_, pattern) => {
  const others = files.filter((file) => file !== "testing/spec.test.ts");
  expect(find(others, pattern)).toEqual([]);
});

test("every prefix of an identifier and of a secret is in the specification", () => {
  const text = read("docs/spec/1-conventions.md");
  const prefixes = [...ID_PREFIXES, ...TOKEN_PREFIXES];
  expect(prefixes.filter((prefix) => !text.includes(`\`${prefix}\``))).toEqual([]);
});

test("every error code, problem type and route is in the specification", () => {
  const text = sections.map(read).join("\n");
  const codes = [...Object.keys(ERRORS), ...PROBLEM_TYPES].filter(
    (code) => !text.includes(`\`${code}\``),
  );
  expect(codes).toEqual([]);
  const paths = Object.values(api)
    .flatMap((noun) => Object.values(noun))
    .map(({ path: route }) =>
      route.replace("/api/v1/orgs/{org_id}", "{org}").replace("{org}/filesystems/{fs_id}", "{fs}"),
    );
  expect(paths.length).toBeGreaterThan(60);
  expect(paths.filter((route) => !text.includes(route))).toEqual([]);
});
