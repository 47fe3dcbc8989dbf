import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";

import { z } from "zod";

import { freePort } from "@/lib/server/launch/free-port";
import { eventually } from "@/testing/eventually";

import type { BenchEnvironment } from "./environment";
import { execute } from "./execute";

/** Where the programs of the bench work, how it is taken away again, and how it forgets what it knows. */
export type Target = {
  name: string;
  directory: string;
  remove: () => Promise<void>;
  forget: () => Promise<void>;
};

const SSHD = "/usr/sbin/sshd";
const PROGRAM = path.resolve("dist/cli/tidemark.mjs");
const Created = z.object({ id: z.string() });

const nothing = () => Promise.resolve();

/** A directory of the local disk. */
export function localDirectory(base: string): Target {
  const directory = path.join(base, "disk");
  mkdirSync(directory);
  return { name: "this disk", directory, remove: nothing, forget: nothing };
}

/** A filesystem of the service, mounted with a cache of its own. */
export async function mountService(
  { send, org, origin, key }: BenchEnvironment,
  base: string,
  durability: "close" | "behind",
): Promise<Target> {
  const body = JSON.stringify({ name: durability });
  const made = await send("POST", `/orgs/${org}/filesystems`, body);
  const directory = path.join(base, durability);
  mkdirSync(directory);
  const cache = path.join(base, "cache", durability);
  const env = { TIDEMARK_API_URL: origin, TIDEMARK_API_KEY: key, XDG_CACHE_HOME: cache };
  const run = (...args: string[]) => execute(process.execPath, [PROGRAM, ...args], env);
  const { id } = made.json(Created);
  const mount = () => run("mount", id, directory, "--background", "--durability", durability);
  await mount();
  const remove = () => run("unmount", directory);
  return {
    name: `tidemark mount, ${durability}`,
    directory,
    remove,
    async forget() {
      await remove();
      rmSync(cache, { recursive: true });
      await mount();
    },
  };
}

/** A directory of this machine through sshfs and OpenSSH; null without these programs. */
export async function mountSshfs(base: string): Promise<Target | null> {
  if (!existsSync(SSHD) || spawnSync("sshfs", ["--version"]).error !== undefined) return null;
  const at = (name: string) => path.join(base, name);
  for (const name of ["host", "user"])
    await execute("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", at(name)], {});
  mkdirSync(at("exported"));
  mkdirSync(at("sshfs"));
  mkdirSync("/run/sshd", { recursive: true });
  const port = await freePort();
  writeFileSync(
    at("sshd_config"),
    [
      `Port ${port}`,
      "ListenAddress 127.0.0.1",
      `HostKey ${at("host")}`,
      `AuthorizedKeysFile ${at("user.pub")}`,
      "StrictModes no",
      "PermitRootLogin yes",
      "UsePAM no",
      "Subsystem sftp internal-sftp",
    ].join("\n"),
  );
  const server = spawn(SSHD, ["-D", "-e", "-f", at("sshd_config")], { stdio: "ignore" });
  await eventually("sshd", () => isListening(port));
  const options = [`port=${port}`, `IdentityFile=${at("user")}`, "StrictHostKeyChecking=no"];
  options.push("UserKnownHostsFile=/dev/null", "reconnect");
  const flags = options.flatMap((option) => ["-o", option]);
  const mount = () => execute("sshfs", [`127.0.0.1:${at("exported")}`, at("sshfs"), ...flags], {});
  await mount();
  return {
    name: "sshfs + OpenSSH",
    directory: at("sshfs"),
    async remove() {
      await execute("umount", [at("sshfs")], {});
      server.kill();
    },
    async forget() {
      await execute("umount", [at("sshfs")], {});
      await mount();
    },
  };
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("error", () => resolve(false));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });
