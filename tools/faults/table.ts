import { z } from "zod";

/** A test as docs/faults.md names it; a name may hold the placeholders of a parametrised test. */
export type NamedTest = { file: string; name: string };
/** A fault of docs/faults.md with the verdict it must get. */
export type Fault = { fault: string; verdict: string; tests: NamedTest[] };
/** A test that ran, and how long it took in milliseconds. */
export type Result = { file: string; title: string; status: string; ms: number };

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({ title: z.string(), status: z.string(), duration: z.number().nullish() }),
      ),
    }),
  ),
});

/**
 * The faults of the page, each a list item `- **fault** → verdict` above a list of its tests, `` - `file` › name ``.
 * An item may be wrapped. A fault without a test comes with an empty list.
 */
export function readFaults(page: string): Fault[] {
  const faults: Fault[] = [];
  for (const [item] of page.matchAll(/^ *- .*(?:\n +[^\s-].*)*/gm)) {
    const text = item.replaceAll(/\s+/g, " ");
    const [, fault, verdict] = /^- \*\*(.+?)\*\* → (.+)$/.exec(text) ?? [];
    if (fault !== undefined && verdict !== undefined) faults.push({ fault, verdict, tests: [] });
    const [, file, name] = /^ - `([^`]+)` › (.+)$/.exec(text) ?? [];
    if (file !== undefined && name !== undefined) faults.at(-1)?.tests.push({ file, name });
  }
  return faults;
}

/** What a JSON report of vitest says of each test. @throws ZodError for anything else */
export function readReport(text: string): Result[] {
  return report.parse(JSON.parse(text)).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status, duration }) => ({
      file: name,
      title,
      status,
      ms: duration ?? 0,
    })),
  );
}

/** Milliseconds of a test, all its parameters together; or that one failed, or that it did not run. */
export function timeOf({ file, name }: NamedTest, results: readonly Result[]) {
  const pattern = new RegExp(
    name
      .split(/%[a-z]/)
      .map(escape)
      .join(".*"),
  );
  const ran = results.filter(
    (result) =>
      result.file.endsWith(file) && pattern.test(result.title) && result.status !== "skipped",
  );
  if (ran.length === 0) return "not run";
  if (ran.some(({ status }) => status !== "passed")) return "failed";
  return ran.reduce((sum, { ms }) => sum + ms, 0);
}

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
