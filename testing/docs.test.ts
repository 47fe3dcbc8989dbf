import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

import { addressOf, readDoc } from "@/app/docs/read-doc";
import { DOC_PAGES } from "@/console/text/doc-pages";
import { snippetsFor } from "@/console/webhook-tools/snippets";
import type { ChangeRow } from "@/lib/changes/event";
import type { Entry } from "@/lib/contract/stat";
import { changedMessage, resyncMessage } from "@/lib/delivery/message";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "inngest/engine/README.md",
  ...["conformance", "go", "python", "typescript"].map((kit) => `kits/${kit}/README.md`),
  ...readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => path.join("docs", file)),
];
const TOP =
  /^(app|bin|cli|components|console|docs|e2e|examples|inngest|kits|lib|ops|prisma|public|testing|tools|\.ci)\//;

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

// Made from the contract, not from a file.
const MADE = ["api", "errors"];

test("the documentation in the product has every page of its contents, and their links lead somewhere", () => {
  const written = DOC_PAGES.filter(({ slug }) => !MADE.includes(slug));
  expect(written.filter(({ slug }) => readDoc(slug) === null)).toEqual([]);
  expect(readDoc("../README")).toBe(null);
  for (const { slug } of written) {
    const links = [...read(`docs/${slug}.md`).matchAll(/\]\(([^)\s]+)\)/g)].map(
      ([, url = ""]) => url,
    );
    for (const url of links.filter((one) => !one.startsWith("../"))) {
      const address = addressOf(url, slug);
      expect(address, `${url} in ${slug}`).not.toBeNull();
      const [page = "", id] = address?.split("#") ?? [];
      const target = page === "" ? slug : page.replace(/^\/docs\//, "");
      if (address?.startsWith("https:")) continue;
      const ids = readDoc(target)?.map((section) => section.id);
      expect(ids, `${url} in ${slug}`).toBeDefined();
      if (id !== undefined) expect(ids, `${url} in ${slug}`).toContain(id);
    }
  }
});

test("the messages in the documentation have the fields of real ones", () => {
  const shown = [...read("docs/events.md").matchAll(/```json\n(.*?)```/gs)].map(([, json = ""]) =>
    JSON.parse(json),
  );
  const source = { webhookId: "wh_a", filesystemId: "fs_a", timestamp: new Date(0) };
  const file = { path: "/a", type: "file", size: 5, etag: '"a"', modified_at: "" } as Entry;
  const changes: ChangeRow[] = [
    { cursor: "6", type: "created", path: "/a", file },
    { cursor: "7", type: "deleted", path: "/b", file: null },
  ];
  const changed = changedMessage(source, changes, "7", 10_000);
  const real = [changed, resyncMessage(source)].map((message) => JSON.parse(message?.body ?? ""));
  expect(shown.map(shapeOf)).toEqual(real.map(shapeOf));
});

// The formatter puts an empty line after some imports.
const linesOf = (code: string) => code.split("\n").filter(Boolean).join("\n");

test("the code in the documentation is that which is run against a real sender", () => {
  const shown = linesOf(read("docs/receivers.md"));
  for (const { name, code } of snippetsFor({ id: "wh_a", url: "https://example.com/" })) {
    const [, ...lines] = code.split("\n");
    if (["Node", "Python"].includes(name)) expect(shown).toContain(linesOf(lines.join("\n")));
  }
});

/** The names of a value's fields, in order. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return value === null ? null : typeof value;
  return Object.entries(value).map(([name, part]) => [name, shapeOf(part)]);
}
