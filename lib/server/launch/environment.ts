import fs from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";

/** Environment variables, which override those of `<root>/.env`; empty values count as unset. */
export function readEnvironment(
  root: string,
  env: NodeJS.ProcessEnv,
): Record<string, string | undefined> {
  const file = path.join(root, ".env");
  const fromFile = fs.existsSync(file) ? parseEnv(fs.readFileSync(file, "utf8")) : {};
  const given = Object.entries(env).filter(([, value]) => value !== "");
  return { ...fromFile, ...Object.fromEntries(given) };
}
