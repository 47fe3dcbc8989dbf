// npm run functions: records prisma/functions in prisma/functions.lock; see CONTRIBUTING.md.
import { existsSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { readFunctionFiles } from "@/lib/db/function-files";
import {
  findBreakingChanges,
  lockFunctions,
  lockPath,
  readFunctionsLock,
  releaseFunctions,
} from "@/lib/db/functions-lock";

const DIRECTORY = "prisma";

try {
  const { values } = parseArgs({ options: { release: { type: "string" } } });
  const files = readFunctionFiles(DIRECTORY);
  const last = existsSync(lockPath(DIRECTORY)) ? readFunctionsLock(DIRECTORY).release : null;
  const lock = lockFunctions(files, last);
  const breaking = findBreakingChanges(lock);
  if (breaking.length > 0) throw new Error(breaking.join("\n"));
  const written =
    values.release === undefined ? lock : releaseFunctions(files, lock, values.release);
  writeFileSync(lockPath(DIRECTORY), `${JSON.stringify(written, null, 2)}\n`);
  console.error(`✓ ${files.functions.length} functions recorded as version ${lock.version}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
