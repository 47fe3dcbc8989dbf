// Asked by install.mjs before it replaces the packages, and run with the old ones: exit code 3 and one line on standard
// error while a service uses the data directory.
import path from "node:path";

import { dataDirUser } from "@/lib/server/launch/claims";
import { readEnvironment } from "@/lib/server/launch/environment";

const root = process.cwd();
const { TIDEMARK_DATA_DIR = ".data" } = readEnvironment(root, process.env);
const user = dataDirUser(path.resolve(TIDEMARK_DATA_DIR));
if (user !== undefined) {
  process.stderr.write(`${user}\n`);
  process.exitCode = 3;
}
