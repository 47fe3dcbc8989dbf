// Runs a TypeScript program: `node bin/run.mjs bin/admin.ts …`.
import { pathToFileURL } from "node:url";

import { register } from "tsx/esm/api";

const [program = ""] = process.argv.splice(2, 1);
register();
await import(pathToFileURL(program).href);
