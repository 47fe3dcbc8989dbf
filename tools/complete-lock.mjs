// Completes package-lock.json: run `npm run lock` after every change to the dependencies.
// A registry without the native packages of other platforms leaves gaps in the lockfile, and `npm ci` then reports it as
// out of sync everywhere. Versions come from the packages that depend on them, platforms from their names.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const FILE = "package-lock.json";
const OS = [
  "darwin",
  "linux",
  "win32",
  "android",
  "freebsd",
  "openbsd",
  "netbsd",
  "sunos",
  "aix",
  "openharmony",
];
const CPU = [
  "x64",
  "arm64",
  "arm",
  "ia32",
  "ppc64",
  "riscv64",
  "s390x",
  "loong64",
  "mips64el",
  "wasm32",
];

const lock = JSON.parse(readFileSync(FILE, "utf8"));
const added = {};
for (const [folder, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (!isLocked(folder, name))
      added[`node_modules/${name}`] = describe(name, range, entry.dev === true);
  }
}
const packages = Object.entries({ ...lock.packages, ...added }).toSorted(([a], [b]) =>
  a.localeCompare(b, "en"),
);
lock.packages = Object.fromEntries(packages);
const unverified = packages.filter(
  ([folder, entry]) => folder !== "" && entry.integrity === undefined && entry.link !== true,
);
for (const [folder, entry] of unverified) fillIntegrity(nameOf(folder), entry);
const left = unverified.filter(([, entry]) => entry.integrity === undefined);
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${Object.keys(added).length} packages of other platforms added to ${FILE}`);
if (left.length > 0)
  console.log(`${left.length} packages have no hash, because the registry does not have them`);

function nameOf(folder) {
  return folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
}

/** The hash that the registry has, if it has the package: without one, npm installs what it gets unverified. */
function fillIntegrity(name, entry) {
  const query = ["view", `${name}@${entry.version}`, "dist.integrity"];
  try {
    const hash = execFileSync("npm", query, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    if (/^sha512-\S+$/.test(hash.trim())) entry.integrity = hash.trim();
  } catch {
    // A registry that lacks it says 404.
  }
}

/** Whether node would resolve the package from this folder, through any node_modules above it. */
function isLocked(folder, name) {
  for (let at = folder; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    if (lock.packages[`${at === "" ? "" : `${at}/`}node_modules/${name}`]) return true;
    if (at === "") return false;
  }
}

function describe(name, range, dev) {
  const words = name.toLowerCase().split(/[/_.-]/);
  const os = words.includes("windows") ? "win32" : OS.find((word) => words.includes(word));
  const cpu = words.includes("wasm") ? "wasm32" : CPU.find((word) => words.includes(word));
  const musl = words.some((word) => word.startsWith("musl"));
  const gnu = words.some((word) => word.startsWith("gnu"));
  return {
    version: range.replace(/^[\^~]/, ""),
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(dev ? { dev } : {}),
    ...(os === "linux" && (musl || gnu) ? { libc: [musl ? "musl" : "glibc"] } : {}),
    optional: true,
    ...(os === undefined ? {} : { os: [os] }),
  };
}
