import { z } from "zod";

/** A test as docs/faults.md names it; a name may hold the placeholders of a parametrised test. */
export type NamedTest = { file: string; name: string };
/** A row of docs/faults.md. */
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

/** The rows of all tables of the page whose last column names tests. */
export function readFaults(page: string): Fault[] {
  return page.split("\n").flatMap((line) => {
    const [fault = "", verdict = "", tests = ""] = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    const named = [...tests.matchAll(/`([^`]+)` › (.+?)(?=; `|$)/g)].map(
      ([, file = "", name = ""]) => ({ file, name }),
    );
    return named.length === 0 ? [] : [{ fault, verdict, tests: named }];
  });
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
