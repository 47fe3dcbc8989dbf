import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { children } from "@/testing/programs/processes";

import { spareStarter } from "./starter";

test("a program starts in its spare process, with the code of that moment", async () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-starter-"));
  const program = path.join(directory, "program.mjs");
  const write = (text: string) => writeFileSync(program, `process.send("${text}");`);
  const starter = spareStarter({ program, cwd: process.cwd(), env: process.env });
  const spares = () => children(process.pid).filter(({ command }) => command.includes(program));
  try {
    write("old");
    const first = starter.start();
    expect(await once(first, "message")).toEqual(["old", undefined]);
    await eventually("a spare", () => spares().some(({ pid }) => pid !== first.pid), 60_000);
    const spare = spares().find(({ pid }) => pid !== first.pid)?.pid;
    write("new");
    const second = starter.start();
    expect(second.pid).toBe(spare);
    expect(await once(second, "message")).toEqual(["new", undefined]);
    for (const child of [first, second]) child.kill("SIGKILL");
  } finally {
    starter.close();
    rmSync(directory, { recursive: true });
  }
}, 90_000);
