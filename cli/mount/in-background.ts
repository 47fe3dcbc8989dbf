import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/**
 * Runs this command again without `--background`, detached, and waits until it has mounted. Its messages go to a file.
 * @throws Error with its message if it could not mount
 */
export async function inBackground(cache: string): Promise<void> {
  fs.mkdirSync(cache, { recursive: true, mode: 0o700 });
  const file = path.join(cache, "mount.log");
  const log = fs.openSync(file, "w", 0o600);
  const args = process.argv.slice(1).filter((arg) => arg !== "--background");
  const child = spawn(process.execPath, args, { detached: true, stdio: ["ignore", log, log] });
  fs.closeSync(log);
  const ended = new Promise<boolean>((resolve) => child.once("exit", () => resolve(false)));
  const isMounted = await Promise.race([ended, untilMounted(file)]);
  if (!isMounted)
    throw new Error(
      fs
        .readFileSync(file, "utf8")
        .trim()
        .replace(/^tidemark: /, ""),
    );
  child.unref();
}

function untilMounted(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!fs.readFileSync(file, "utf8").includes(" is mounted at ")) return;
      clearInterval(timer);
      resolve(true);
    }, 50);
    timer.unref();
  });
}
