import { spawn } from "node:child_process";
import { once } from "node:events";

/** Runs a program to its end. @throws Error with what it wrote to standard error if it fails */
export async function execute(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
  cwd?: string,
): Promise<void> {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    ...(cwd === undefined ? {} : { cwd }),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await once(child, "exit");
  if (child.exitCode !== 0) throw new Error(`${program} ${args.join(" ")}: ${said.trim()}`);
}
