import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "inngest/engine/README.md",
  ...readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => path.join("docs", file)),
];
const TOP =
  /^(app|bin|cli|components|console|docs|e2e|examples|inngest|lib|prisma|public|testing|tools|\.ci)\//;

test.each(pages)("every path named in %s exists", (page) => {
  const text = read(page);
  const quoted = [...text.matchAll(/`([^`\s*<>{}…]+)`/g)]
    .map(([, name = ""]) => name)
    .filter((name) => TOP.test(name));
  const linked = [...text.matchAll(/\]\(([^)#\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !target.includes("://"))
    .map((target) => path.join(path.dirname(page), target));
  const made = /^prisma\/generated/;
  const missing = [...quoted, ...linked].filter(
    (name) => !made.test(name) && !existsSync(path.join(root, name)),
  );
  expect(missing).toEqual([]);
});

test("every dependency has a documented reason", () => {
  const { dependencies, devDependencies } = JSON.parse(read("package.json"));
  const table = read("docs/dependencies.md");
  const all = Object.keys({ ...dependencies, ...devDependencies });
  expect(all.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});

test("every npm script named in a page exists", () => {
  const { scripts } = JSON.parse(read("package.json"));
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/npm run (?:-s )?([a-z][a-z:0-9]*)/g)].map(([, name = ""]) => name),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test("every setting is in .env.example", () => {
  const settings = [...read("lib/settings.ts").matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(
    ([, name = ""]) => name,
  );
  expect(settings.length).toBeGreaterThan(15);
  // `npm start` passes these between its own processes.
  const internal = new Set(["TIDEMARK_EMBEDDED", "TIDEMARK_ENGINE_PORT", "TIDEMARK_PAGES_PORT"]);
  const example = read(".env.example");
  expect(settings.filter((name) => !internal.has(name) && !example.includes(`#${name}=`))).toEqual(
    [],
  );
});
