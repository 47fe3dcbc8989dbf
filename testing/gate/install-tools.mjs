// Installs what tests need beside the packages. Node's own modules only: it is type-checked and linted by nothing
// that has to be installed first.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const require = createRequire(import.meta.url);
const CHROMIUM = "/usr/bin/chromium";
const LIBRARIES = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"];

/** Debian's packages, and what each of them brings: a program of the PATH, a library or a file. */
const NEEDED = {
  chromium: "chromium",
  curl: "curl",
  faketime: "faketime",
  fuse3: "fusermount3",
  git: "git",
  "libnss-wrapper": "libnss_wrapper.so",
  "openssh-client": "sftp",
  openssl: "openssl",
  rclone: "rclone",
  rsync: "rsync",
  sqlite3: "sqlite3",
  sshfs: "sshfs",
  "vim-tiny": "vi",
};
/**
 * What only the gate installs: the languages of snippets and kits, half a gigabyte, and Prometheus, 19 MB, which starts
 * a service where there is systemd.
 */
const GATE_ONLY = {
  "default-jdk-headless": "javac",
  "golang-github-lib-pq-dev": "/usr/share/gocode/src/github.com/lib/pq",
  "golang-go": "go",
  "mono-mcs": "mcs",
  "mono-runtime": "mono",
  "php-cli": "php",
  prometheus: "promtool",
  python3: "python3",
  "python3-psycopg2": "/usr/lib/python3/dist-packages/psycopg2",
  "python3-uvicorn": "/usr/lib/python3/dist-packages/uvicorn",
  ruby: "ruby",
};

/**
 * Installs the tools that are missing: with Debian's apt-get when we are root or sudo is there, else at least a
 * browser, with Playwright. Returns one line on what to install by hand when there is no browser in the end.
 * @param {boolean} complete whether what only the gate installs is wanted too
 * @param {Record<string, string>} more packages, and what each of them brings
 */
export async function installTools(complete, more = {}) {
  const requested = Object.entries({ ...NEEDED, ...(complete ? GATE_ONLY : {}), ...more });
  const packages = requested.filter(([, tool]) => !isThere(tool)).map(([name]) => name);
  if (packages.length > 0) aptInstall(packages);
  if (fs.existsSync(CHROMIUM) || (await installBrowser())) return undefined;
  return `the tests need a browser: install Debian's packages ${Object.keys(NEEDED).join(", ")} as root, or let "npx playwright install chromium" reach its download server`;
}

function isThere(tool) {
  if (path.isAbsolute(tool)) return fs.existsSync(tool);
  const locations = tool.endsWith(".so")
    ? LIBRARIES
    : (process.env.PATH ?? "").split(path.delimiter);
  return locations.some((location) => fs.existsSync(path.join(location, tool)));
}

function aptInstall(packages) {
  if (!isThere("apt-get")) return;
  const prefix = asRoot();
  if (prefix === undefined) return;
  console.log(`… installing ${packages.join(", ")} (apt-get)`);
  const apt = (...args) => {
    const [command, ...rest] = [...prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"];
    return spawnSync(command, [...rest, "-q", ...args], { stdio: "inherit" }).status === 0;
  };
  const done = apt("update") && apt("install", "-y", "--no-install-recommends", ...packages);
  if (!done) console.log("! apt-get failed: tests that need a missing tool will not run");
}

/** What to put before a command that root must run; undefined if we may not. Without a terminal no one can be asked. */
function asRoot() {
  if (process.getuid?.() === 0) return [];
  if (!isThere("sudo")) return undefined;
  return process.stdin.isTTY ? ["sudo"] : ["sudo", "-n"];
}

/** Playwright's own browser, which it downloads once for all checkouts. */
async function installBrowser() {
  const { chromium } = await import("@playwright/test");
  if (fs.existsSync(chromium.executablePath())) return true;
  console.log("… installing Chromium (npx playwright install chromium)");
  const cli = require.resolve("@playwright/test/cli");
  return (
    spawnSync(process.execPath, [cli, "install", "chromium"], { stdio: "inherit" }).status === 0
  );
}
