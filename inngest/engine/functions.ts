import { parseCronItem } from "graphile-worker";
import { z } from "zod";

type CronMatch = ReturnType<typeof parseCronItem>["match"];

/** A function as the engine runs it. */
export type FunctionSpec = {
  readonly id: string;
  readonly events: readonly string[];
  readonly failureOf: string | null;
  readonly crons: readonly { readonly text: string; readonly match: CronMatch }[];
  readonly maxAttempts: number;
  readonly concurrency: number | null;
};

/**
 * The app uses an option that this engine does not implement; the message names function and
 * option.
 */
export class UnsupportedFunctionError extends Error {
  override readonly name = "UnsupportedFunctionError";
}

const config = z.looseObject({
  id: z.string().min(1).max(255),
  triggers: z.array(z.looseObject({ event: z.string().optional(), cron: z.string().optional() })),
  steps: z.record(
    z.string(),
    z.looseObject({
      retries: z.looseObject({ attempts: z.number().int().min(0).max(20) }).nullish(),
    }),
  ),
});
const KNOWN = new Set(["id", "name", "triggers", "steps", "concurrency"]);
/** The default of the Inngest server. */
const DEFAULT_RETRIES = 4;
const FAILED_EVENT = "inngest/function.failed";
const FAILURE_OF = /^event\.data\.function_id == '([^']+)'$/;

/**
 * Reads the functions of a sync (spec 11.3).
 * @throws UnsupportedFunctionError for any option, trigger or step that the engine does not
 *   implement
 */
export function readFunctions(list: unknown): FunctionSpec[] {
  if (!Array.isArray(list)) throw new UnsupportedFunctionError("the sync has no list of functions");
  const specs = list.map(readFunction);
  const repeated = specs.find((spec, i) => specs.findIndex((other) => other.id === spec.id) !== i);
  if (repeated) throw new UnsupportedFunctionError(`function ${repeated.id} is declared twice`);
  return specs;
}

function readFunction(raw: unknown): FunctionSpec {
  const parsed = config.safeParse(raw);
  if (!parsed.success) {
    throw new UnsupportedFunctionError(
      `a function cannot be read: ${z.prettifyError(parsed.error)}`,
    );
  }
  const { id, triggers, steps, ...rest } = parsed.data;
  const refuse = (what: string) =>
    new UnsupportedFunctionError(`function ${id}: ${what} is not supported by the embedded engine`);
  for (const [option, value] of Object.entries(rest)) {
    if (!KNOWN.has(option) && value !== undefined && value !== null)
      throw refuse(`option ${option}`);
  }
  const step = Object.values(steps);
  if (step.length !== 1) throw refuse("more than one entry in steps");
  return {
    id,
    ...readTriggers(triggers, refuse),
    maxAttempts: (step[0]?.retries?.attempts ?? DEFAULT_RETRIES) + 1,
    concurrency: readConcurrency(rest.concurrency, refuse),
  };
}

type Refuse = (what: string) => Error;

function readTriggers(triggers: z.infer<typeof config>["triggers"], refuse: Refuse) {
  const events: string[] = [];
  const crons: FunctionSpec["crons"][number][] = [];
  let failureOf: string | null = null;
  for (const { event, cron, expression, ...others } of triggers) {
    const [extra] = Object.keys(others).filter((key) => others[key] !== undefined);
    if (extra !== undefined) throw refuse(`option ${extra} of a trigger`);
    if (cron !== undefined) crons.push(readCron(cron, refuse));
    if (event === undefined) continue;
    if (event.includes("*")) throw refuse("a wildcard in a trigger");
    if (event.startsWith("inngest/") && event !== FAILED_EVENT) throw refuse(`trigger ${event}`);
    const of = event === FAILED_EVENT ? FAILURE_OF.exec(String(expression))?.[1] : undefined;
    if (expression !== undefined && of === undefined) throw refuse("an expression on a trigger");
    failureOf = of ?? failureOf;
    if (of === undefined) events.push(event);
  }
  return { events, crons, failureOf };
}

function readCron(text: string, refuse: Refuse) {
  try {
    if (text.trim().split(/\s+/).length !== 5) throw new Error("not five fields");
    const { match } = parseCronItem({ task: "cron", match: text.trim() });
    return { text, match };
  } catch {
    throw refuse(`cron "${text}" (five fields in UTC are understood)`);
  }
}

const limit = z.union([
  z.number(),
  z.strictObject({ limit: z.number(), scope: z.literal("fn").optional() }),
]);

function readConcurrency(value: unknown, refuse: Refuse): number | null {
  if (value === undefined || value === null) return null;
  const list: unknown[] = Array.isArray(value) ? value : [value];
  const parsed = limit.safeParse(list[0]);
  if (list.length !== 1 || !parsed.success)
    throw refuse("option concurrency with a key or a scope");
  const n = typeof parsed.data === "number" ? parsed.data : parsed.data.limit;
  if (!Number.isInteger(n) || n < 0 || n > 1_000) throw refuse(`option concurrency of ${n}`);
  return n === 0 ? null : n;
}
