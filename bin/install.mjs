// Installs the packages for `npm start` and `npm test`. It runs before anything is installed: Node's own modules
// only, and no syntax newer than the oldest Node.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout that this file belongs to. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * Installs what package-lock.json asks for unless it is there, and makes the checkout the working directory.
 * Ends the process with one line if Node is too old or npm fails.
 * @param {{ development: boolean }} wanted whether the development tools must be there too
 */
export function installPackages({ development }) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Tidemark needs Node 20.19 or newer; this is ${process.versions.node}`);
  process.chdir(root);
  if (isInstalled(development)) return;
  refuseInUse();
  const begun = Date.now();
  console.log("… installing packages (npm ci), a minute or two the first time");
  const run = npm(
    ["ci", "--ignore-scripts", "--no-audit", "--no-fund"].concat(include(development)),
  );
  if (run.status !== 0)
    fail(`npm ci failed (${run.error?.message ?? `exit ${run.status}`}), see above`);
  console.log(`✓ packages installed (${Math.round((Date.now() - begun) / 1000)} s)`);
}

/** Runs npm in the checkout, the same one that started this program if npm did. */
export function npm(args) {
  const program = process.env.npm_execpath;
  const [command, ...before] = program?.endsWith(".js") ? [process.execPath, program] : ["npm"];
  return spawnSync(command, [...before, ...args], { stdio: "inherit" });
}

/** Ends the process with one line on what is wrong. */
export function fail(line) {
  console.error(`✗ ${line}`);
  process.exit(1);
}

/** A service that runs needs the packages that it was started with. Where the old ones cannot tell, none runs with them. */
function refuseInUse() {
  const args = ["--import", "tsx", path.join("bin", "in-use.ts")];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status === 3)
    fail(`${stderr.trim()} runs with packages that have to be replaced; stop it, then try again`);
}

// Also where NODE_ENV or npm's own settings leave the development tools out.
function include(development) {
  return development ? ["--include=dev"] : [];
}

/** npm leaves a copy of the lock in node_modules, last of all. Packages for other platforms are missing there. */
function isInstalled(development) {
  try {
    const requested = readPackages("package-lock.json");
    const present = readPackages("node_modules/.package-lock.json");
    return Object.entries(requested).every(([name, { version, integrity, dev, optional }]) => {
      const found = present[name];
      if (name === "" || (!found && (optional || (dev && !development)))) return true;
      return found?.version === version && found?.integrity === integrity;
    });
  } catch {
    return false;
  }
}

function readPackages(file) {
  return JSON.parse(fs.readFileSync(path.join(root, file), "utf8")).packages;
}
