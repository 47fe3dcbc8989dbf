import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const BROKEN = /violates check constraint "(webhook|filesystem)_\w+"/;

/**
 * Statements that a database constraint rejected: the caller was wrong even though nothing was
 * stored. Log lines from number `from` on, and how many the log has.
 */
export function refusedByConstraints(dataDir: string, from: number) {
  const file = path.join(dataDir, "postgres.log");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return { refused: lines.slice(from).filter((line) => BROKEN.test(line)), lines: lines.length };
}
