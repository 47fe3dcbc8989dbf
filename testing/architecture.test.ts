import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

import config from "@/oxlint.config";

const root = path.resolve(import.meta.dirname, "..");
const tracked = execFileSync("git", ["ls-files", "*.ts", "*.tsx"], { cwd: root, encoding: "utf8" });
const files = new Set(
  tracked.split("\n").filter((file) => file !== "" && existsSync(path.join(root, file))),
);
/** The tool that a file belongs to; undefined outside `tools/`. */
const toolOf = (file: string) => /^tools\/([^/]+)\//.exec(file)?.[1];
const SPECIFIER = /(?:from|import)\s+"((?:@\/|\.\/)[^"]+)"/g;

/** The files of this repository that a file imports statically, types included. */
function importsOf(file: string): string[] {
  return [...readFileSync(path.join(root, file), "utf8").matchAll(SPECIFIER)].flatMap(
    ([, specifier = ""]) => {
      const base = specifier.startsWith("@/")
        ? specifier.slice(2)
        : path.posix.join(path.posix.dirname(file), specifier);
      return [base, `${base}.ts`, `${base}.tsx`].filter((name) => files.has(name));
    },
  );
}

/** Each import cycle, as a path. */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, trail: readonly string[]) => {
    const at = trail.indexOf(file);
    if (at >= 0) cycles.push([...trail.slice(at), file].join(" -> "));
    if (at >= 0 || done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}

test("finds a cycle", () => {
  const graph = new Map([
    ["a", ["b"]],
    ["b", ["c"]],
    ["c", ["b"]],
  ]);
  expect(findCycles(graph)).toEqual(["b -> c -> b"]);
});

test("no file imports itself through others, types included", () => {
  const graph = new Map([...files].map((file) => [file, importsOf(file)]));
  expect([...graph.values()].flat().length).toBeGreaterThan(1_000);
  expect(findCycles(graph)).toEqual([]);
});

test("tools share code through tools/shared alone", () => {
  const sideways = [...files].flatMap((file) =>
    toolOf(file) === undefined
      ? []
      : importsOf(file)
          .filter((other) => ![undefined, "shared", toolOf(file)].includes(toolOf(other)))
          .map((other) => `${file} imports ${other}`),
  );
  expect(sideways).toEqual([]);
});

test("every product folder has a row in the layers table", () => {
  const rows = new Set((config.overrides ?? []).flatMap(({ files: globs }) => globs));
  const folders = [...files]
    .filter((file) => /^(app|cli|components|console|inngest|kits|lib|tools|testing)\//.test(file))
    .map((file) => file.split("/"))
    .map(([top = "", inner = "", ...rest]) =>
      top === "lib" || (top === "inngest" && rest.length > 0) ? `${top}/${inner}` : top,
    )
    .filter((folder) => !/\.ts$|^inngest$/.test(folder));
  expect([...new Set(folders)].filter((folder) => !rows.has(`${folder}/**`))).toEqual([]);
});
