import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";
const BASE = "localhost/tidemark-test-base";
export const IMAGE = "localhost/tidemark-test";

/** Whether this machine can build an image and run it: as root, with Debian's packages. */
export const canBuildImages =
  process.getuid?.() === 0 &&
  ["buildah", "debootstrap", "podman", "runc"].every(
    (program) => spawnSync(program, ["--version"]).status === 0,
  );

const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: "utf8", maxBuffer: 64 * 1024 ** 2 }).trim();

/** Podman with the runtime that also works where cgroups are of the first version, as in many virtual machines. */
export const podman = (...args: string[]): string => run("podman", "--runtime", "runc", ...args);

/** A base image without a registry: this release of Debian with the Node that runs the tests. */
function makeBase(): void {
  if (spawnSync("buildah", ["inspect", "--type", "image", BASE]).status === 0) return;
  const root = mkdtempSync(path.join(os.tmpdir(), "tidemark-base-"));
  const release = readFileSync("/etc/os-release", "utf8");
  const suite = /^VERSION_CODENAME=(\w+)$/m.exec(release)?.[1] ?? "trixie";
  run("debootstrap", "--variant=minbase", "--include=libatomic1,libstdc++6", suite, root);
  copyFileSync(process.execPath, path.join(root, "usr/bin/node"));
  const npm = path.dirname(path.dirname(run("sh", "-c", 'readlink -f "$(command -v npm)"')));
  cpSync(npm, path.join(root, "opt/npm"), { recursive: true });
  mkdirSync(path.join(root, path.dirname(CERTIFICATES)), { recursive: true });
  cpSync(CERTIFICATES, path.join(root, CERTIFICATES));
  run("chroot", root, "ln", "-s", "/opt/npm/bin/npm-cli.js", "/usr/bin/npm");
  rmSync(path.join(root, "var/cache/apt/archives"), { recursive: true });
  const container = run("buildah", "from", "scratch");
  run("buildah", "add", "-q", container, root, "/");
  const env = [`NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, `npm_config_cafile=${CERTIFICATES}`];
  run("buildah", "config", ...env.flatMap((one) => ["--env", one]), container);
  run("buildah", "commit", "-q", "--rm", container, BASE);
  rmSync(root, { recursive: true });
}

/** Builds the image of this checkout on a base made here. */
export function buildImage(): void {
  makeBase();
  const how = "--layers --isolation chroot --network host --format docker -f ops/Containerfile";
  run("buildah", "build", ...how.split(" "), "--build-arg", `BASE=${BASE}`, "-t", IMAGE, ".");
}
