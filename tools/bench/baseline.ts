import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { z } from "zod";

/** The committed baseline: counts, which a test compares exactly, and ratios, which depend on the machine. */
export const BASELINE_FILE = path.join(import.meta.dirname, "baseline.json");

const numbers = z.record(z.string(), z.number());

const schema = z.object({
  /** One change at rest, from its request until its delivery is recorded and announced. */
  change: numbers,
  /** Rows that it inserts, updates and deletes, by table. */
  rows: numbers,
  /** Statements of each request. */
  requests: numbers,
  /** Requests a second of this service, as a share of the bare server's in the same run. */
  ratios: numbers,
});

export type Baseline = z.infer<typeof schema>;

export function readBaseline(): Baseline {
  return schema.parse(JSON.parse(readFileSync(BASELINE_FILE, "utf8")));
}

/** As the formatter writes it. */
export const formatBaseline = (baseline: Baseline) => `${JSON.stringify(baseline, null, 2)}\n`;

/** Replaces the ratios of these requests. */
export function recordRatios(ratios: Baseline["ratios"]): void {
  const baseline = readBaseline();
  const merged = { ...baseline, ratios: { ...baseline.ratios, ...ratios } };
  writeFileSync(BASELINE_FILE, formatBaseline(merged));
}
