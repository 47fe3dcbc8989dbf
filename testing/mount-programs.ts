import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs/promises";
import { getSystemErrorName } from "node:util";

import { eventually } from "./eventually";

/** "ok", or the code of the error. */
export const outcomeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "ok",
    // Node has no name for EDQUOT.
    ({ code: name, errno }: NodeJS.ErrnoException) => (errno === -122 ? "EDQUOT" : name),
  );

const AT_FDCWD = -100;
const RENAME_EXCHANGE = 2;

/** Exchanges two entries by renameat2(2), which Node lacks. Resolves to "ok" or the code of the error. */
export async function exchange(from: string, to: string): Promise<string> {
  const koffi = await import("koffi");
  const renameat2 = koffi
    .load(null)
    .func("int renameat2(int, const char *, int, const char *, unsigned int)");
  return new Promise((resolve) => {
    renameat2.async(AT_FDCWD, from, AT_FDCWD, to, RENAME_EXCHANGE, (_: unknown, result: number) =>
      resolve(result < 0 ? getSystemErrorName(-koffi.errno()) : "ok"),
    );
  });
}

/** A program that has written to a file and keeps it open. `close` resolves to what the program then says. */
export async function holdOpen(file: string, text: string) {
  const child = spawn("dd", [`of=${file}`, "bs=1k", "status=none"]);
  let said = "";
  child.stderr.on("data", (chunk) => (said += String(chunk)));
  const ended = once(child, "close");
  const write = (more: string) => new Promise((resolve) => child.stdin.write(more, resolve));
  await write(text);
  await eventually("the write", () =>
    fs.stat(file).then(
      ({ size }) => size === text.length,
      () => false,
    ),
  );
  const close = async () => {
    child.stdin.end();
    await ended;
    return said;
  };
  return { write, close };
}
