import fs from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";

/** The variables of the process over those of `<root>/.env`, if there is one; an empty one counts as not set. */
export function readEnvironment(
  root: string,
  env: NodeJS.ProcessEnv,
): Record<string, string | undefined> {
  const file = path.join(root, ".env");
  const fromFile = fs.existsSync(file) ? parseEnv(fs.readFileSync(file, "utf8")) : {};
  const given = Object.entries(env).filter(([, value]) => value !== "");
  return { ...fromFile, ...Object.fromEntries(given) };
}
