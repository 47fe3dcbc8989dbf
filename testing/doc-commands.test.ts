import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

import { readGiven } from "@/cli/command";
import { findCommand } from "@/cli/run";
import { api } from "@/lib/contract/api";
import type { Operation } from "@/lib/contract/operation";
import { openapiDocument } from "@/lib/openapi/document";
import { readGiven as readAdmin } from "@/lib/server/admin/command";
import { COMMANDS as ADMIN } from "@/lib/server/admin/commands";

import { commandsOf, linesOf, type ShellCommand } from "./shell-lines";

// What a page tells its reader to type has to be understood by what runs it. Nothing runs here.
const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "cli/README.md",
  ...["conformance", "go", "python", "typescript"].map((kit) => `kits/${kit}/README.md`),
  ...readdirSync(path.join(root, "docs"))
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`),
];
const BLOCK = /```sh\n(.*?)```/gs;
const group = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found = ""]) => found);
const blocksOf = (page: string) => group(read(page), BLOCK);
const inlineOf = (page: string) =>
  group(read(page).replaceAll(/```.*?```/gs, ""), /`([^`]+)`/g).map((code) =>
    code.replaceAll(/\s+/g, " "),
  );

/** Every command of a page, and whether it is part of a sentence, where it may lack its arguments. */
function typedIn(page: string): { words: ShellCommand; isInline: boolean }[] {
  const inBlocks = blocksOf(page).flatMap(linesOf).flatMap(commandsOf);
  const inline = inlineOf(page).flatMap(commandsOf);
  return [
    ...inBlocks.map((words) => ({ words, isInline: false })),
    ...inline.map((words) => ({ words, isInline: true })),
  ];
}

/** The arguments of one of our programs, however a page starts it; null for others. */
function argumentsOf(program: "tidemark" | "admin", words: ShellCommand): string[] | null {
  if (words[0] === program) return words.slice(1);
  const script = new RegExp(`^npm run (-s )?${program} -- `);
  if (script.test(words.join(" "))) return words.slice(words.indexOf("--") + 1);
  const isRemote = words[1] === "exec" || words[0] === "systemd-run";
  const at = words.findIndex((word) => word === program || word.endsWith(`/${program}.mjs`));
  return program === "admin" && isRemote && at > 0 ? words.slice(at + 1) : null;
}

/** What is wrong with a command, or null. */
const problemOf = (check: () => void): string | null => {
  try {
    check();
    return null;
  } catch (error) {
    return String(error);
  }
};

/** The commands of a program on all pages with what its own parser says of each. */
function judge(program: "tidemark" | "admin", check: (args: string[], isInline: boolean) => void) {
  return pages.flatMap((page) =>
    typedIn(page).flatMap(({ words, isInline }) => {
      const args = argumentsOf(program, words);
      if (args === null || args.length === 0) return [];
      const problem = problemOf(() => check(args, isInline));
      return [{ page, command: words.join(" "), problem }];
    }),
  );
}

test("every `tidemark` command on a page is one that the command line understands", () => {
  const judged = judge("tidemark", (args, isInline) => {
    if (["--help", "--version"].includes(args[0] ?? "")) return;
    const { command, rest } = findCommand(args);
    if (command === undefined) throw new Error("unknown command");
    if (!isInline || rest.length > 0) readGiven(command, rest);
  });
  expect(judged.length).toBeGreaterThan(50);
  expect(judged.filter(({ problem }) => problem !== null)).toEqual([]);
});

test("every admin command on a page is one that the operator's program understands", () => {
  const judged = judge("admin", ([name = "", ...rest]) => {
    if (name === "--help") return;
    const command = ADMIN[name];
    if (command === undefined) throw new Error("unknown command");
    readAdmin(command, rest);
  });
  expect(judged.length).toBeGreaterThan(20);
  expect(judged.filter(({ problem }) => problem !== null)).toEqual([]);
});

test("every restore on a page takes the store over, or what is deleted later would stay in it", () => {
  const restores = pages.flatMap((page) =>
    [...blocksOf(page).flatMap(linesOf), ...inlineOf(page)]
      .filter((code) => code.includes("after-restore"))
      .map((code) => ({ page, code })),
  );
  expect(restores.length).toBeGreaterThan(3);
  expect(restores.filter(({ code }) => !code.includes("after-restore --take-store"))).toEqual([]);
});

const OPERATIONS = Object.values<Record<string, Operation>>(api).flatMap(Object.values<Operation>);
const { paths } = openapiDocument(api, "http://localhost:3000") as {
  paths: Record<string, Record<string, { parameters: { in: string; name: string }[] }>>;
};
const parametersOf = (op: Operation) =>
  paths[op.path]?.[op.method.toLowerCase()]?.parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name }) => name) ?? [];
const LOCAL = "http://localhost:3000";
const EXAMPLE_ID = "01kb3x6v7cf2dsk8xkqz4n5w9a";
const escaped = (text: string) => text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);

/** Checks a call with curl against the operation it calls; other services than ours are passed over. */
function checkCurl(words: ShellCommand, variables: ReadonlyMap<string, string>): void {
  const fill = (text: string): string =>
    text.replaceAll(/\$(\w+)/g, (_, name) => fill(variables.get(name) ?? EXAMPLE_ID));
  const after = (...names: string[]) => words[words.findIndex((word) => names.includes(word)) + 1];
  const has = (...names: string[]) => names.some((name) => words.includes(name));
  const url = fill(words.slice(1).find((word) => /^(\$|https?:)/.test(word)) ?? "");
  if (!URL.canParse(url)) throw new Error(`not a URL: ${url}`);
  const { origin, pathname, searchParams } = new URL(url);
  if (origin !== LOCAL || !pathname.startsWith("/api/v1/")) return;
  const method = has("-X") ? after("-X") : has("-d", "--data-binary") ? "POST" : "GET";
  const operation = OPERATIONS.find(
    (op) =>
      op.method === method &&
      new RegExp(`^${escaped(op.path).replaceAll(/\{\w+\}/g, "[^/:]+")}$`).test(pathname),
  );
  if (operation === undefined) throw new Error(`no operation: ${method} ${pathname}`);
  operation.query.parse(Object.fromEntries(searchParams));
  if (has("-d"))
    operation.body?.parse(JSON.parse(fill(after("-d") ?? "").replaceAll("…", EXAMPLE_ID)));
}

test("every call with curl on a page is an operation of the API, with its parameters and fields", () => {
  const judged = pages.flatMap((page) => {
    const assigned = read(page).matchAll(/^export (\w+)=([^\s(]+)$/gm);
    const variables = new Map([...assigned].map(([, name = "", value = ""]) => [name, value]));
    return typedIn(page)
      .filter(({ words }) => words[0] === "curl" && words.length > 1)
      .map(({ words }) => ({
        page,
        command: words.join(" "),
        problem: problemOf(() => checkCurl(words, variables)),
      }));
  });
  expect(judged.length).toBeGreaterThan(5);
  expect(judged.filter(({ problem }) => problem !== null)).toEqual([]);
});

/** Whether a route as a sentence names it (`GET …/changes?cursor=`) is one of an operation. */
function isRoute(method: string, route: string): boolean {
  const [pathname = "", query = ""] = route.split("?");
  const pattern = escaped(pathname)
    .replaceAll(/\{\w+\}/g, String.raw`\{\w+\}`)
    .replaceAll("…", ".*");
  const names = group(query, /(?:^|&)(\w+)/g);
  return OPERATIONS.some(
    (op) =>
      op.method === method &&
      new RegExp(`^${pattern}$`).test(op.path) &&
      names.every((name) => parametersOf(op).includes(name)),
  );
}

test("every route that a page names is one of the API", () => {
  const routes = pages.flatMap((page) =>
    inlineOf(page).flatMap((code) => {
      const [, method = "", route] =
        /^(GET|HEAD|POST|PUT|PATCH|DELETE) ((?:…|\/api\/v1\/).*)$/.exec(code) ?? [];
      return route === undefined ? [] : [{ page, code, known: isRoute(method, route) }];
    }),
  );
  expect(routes.length).toBeGreaterThan(10);
  expect(routes.filter(({ known }) => !known)).toEqual([]);
});

const VARIABLE = /(?<![$\w])[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g;
// Of programs that are not ours, and what only looks like a variable.
const OF_OTHERS = [
  "CAP_SYS_ADMIN",
  "INNGEST_DEV",
  "INNGEST_ENV",
  "INNGEST_EVENT_API_BASE_URL",
  "NODE_OPTIONS",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "OTEL_RESOURCE_ATTRIBUTES",
  "OTEL_SERVICE_NAME",
  "OTEL_TRACES_SAMPLER",
  "OTEL_TRACES_SAMPLER_ARG",
  "POSTGRES_SCHEMA",
  "SYS_ADMIN",
];

/** What the code below these folders names like a variable. */
const readIn = (folders: string[]) =>
  folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(ts|mjs|py|go)$/.test(file) && !file.includes("node_modules"))
      .flatMap((file) =>
        group(read(path.join(folder, file)), /(?:["'`]|env\.)([A-Z][A-Z\d_]+)\b/g),
      ),
  );

test("every variable of the environment that a page names is one that something reads", () => {
  const settings = group(read("lib/settings.ts"), /^ {2}([A-Z][A-Z_]+):/gm);
  expect(settings.length).toBeGreaterThan(15);
  const composed = group(read("ops/compose.yaml"), /\$\{(\w+)/g);
  const known = new Set([
    ...settings,
    ...composed,
    ...OF_OTHERS,
    ...readIn(["cli", "kits", "lib", "testing", "tools"]),
  ]);
  const unknown = pages.flatMap((page) =>
    [...blocksOf(page), ...inlineOf(page)]
      .flatMap((code) => [...code.matchAll(VARIABLE)].map(([name]) => name))
      .filter((name) => !known.has(name))
      .map((name) => ({ page, name })),
  );
  expect(unknown).toEqual([]);
});
