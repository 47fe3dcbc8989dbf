// npm start: checks Node, installs the packages if they are missing or old, then hands over to TypeScript.
// It runs before anything is installed: Node's own modules only, and no syntax newer than the oldest Node.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`✗ Tidemark needs Node 20.19 or newer; this is ${process.versions.node}`);
  process.exit(1);
}
process.chdir(root);
if (!isInstalled()) install();

const { register } = await import("tsx/esm/api");
register();
const { up } = await import(pathToFileURL(path.join(root, "lib", "launch", "up.ts")).href);
process.exit(await up(root));

/**
 * Whether node_modules holds what package-lock.json asks for: npm leaves a copy of the lock there, last of all.
 * Development tools may be missing (`npm ci --omit=dev`) and packages for other platforms are.
 */
function isInstalled() {
  try {
    const wanted = readPackages("package-lock.json");
    const present = readPackages("node_modules/.package-lock.json");
    return Object.entries(wanted).every(([name, { version, integrity, dev, optional }]) => {
      const found = present[name];
      if (name === "" || (!found && (dev || optional))) return true;
      return found?.version === version && found?.integrity === integrity;
    });
  } catch {
    return false;
  }
}

function readPackages(file) {
  return JSON.parse(fs.readFileSync(path.join(root, file), "utf8")).packages;
}

function install() {
  const begun = Date.now();
  console.log("… installing packages (npm ci), a minute or two the first time");
  const npm = process.env.npm_execpath;
  const [command, ...before] = npm?.endsWith(".js") ? [process.execPath, npm] : ["npm"];
  const run = spawnSync(command, [...before, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    stdio: "inherit",
  });
  if (run.status !== 0) {
    console.error(`✗ npm ci failed (${run.error?.message ?? `exit ${run.status}`}), see above`);
    process.exit(1);
  }
  console.log(`✓ packages installed (${Math.round((Date.now() - begun) / 1000)} s)`);
}
