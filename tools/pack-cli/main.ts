import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";

import { buildCliPackage } from "./build";

const root = process.cwd();
const directory = path.join(root, "dist", "cli");
rmSync(directory, { recursive: true, force: true });
await buildCliPackage(root, directory);
const args = ["pack", "--silent", "--pack-destination", path.dirname(directory)];
const name = execFileSync("npm", args, { cwd: directory, encoding: "utf8" }).trim();
console.log(path.join("dist", name));
