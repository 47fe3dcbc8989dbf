import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const BROKEN = /violates check constraint "(webhook|filesystem)_\w+"/;

/**
 * What the database refused because it would have broken an invariant that a constraint holds: whoever asked for it was
 * wrong, though nothing came of it. Lines of its log from the one numbered `from` on, and how many it has.
 */
export function refusedByConstraints(dataDir: string, from: number) {
  const file = path.join(dataDir, "postgres.log");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return { refused: lines.slice(from).filter((line) => BROKEN.test(line)), lines: lines.length };
}
