// npm start and npm run dev (`--dev`): installs the packages if they are missing or old, then hands over to TypeScript.
// It runs before anything is installed: Node's own modules only, and no syntax newer than the oldest Node.
import path from "node:path";
import { pathToFileURL } from "node:url";

import { installPackages, root } from "./install.mjs";

const development = process.argv.includes("--dev");
installPackages({ development });

const { register } = await import("tsx/esm/api");
register();
const launch = path.join(root, "lib", "server", "launch", "up.ts");
const { up } = await import(pathToFileURL(launch).href);
process.exit(await up(root, development ? "development" : "production"));
