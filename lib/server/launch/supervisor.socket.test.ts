import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { afterAll, afterEach, describe, expect, test, vi } from "vitest";

import { isRunning } from "./processes";
import { sourceStarter } from "./starter";
import { supervise, SUPERVISOR_TIMES, type Supervised } from "./supervisor";

const directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-supervisor-"));
afterAll(() => rmSync(directory, { recursive: true }));

const TIMES = {
  ...SUPERVISOR_TIMES,
  silence: 2_000,
  firstDelay: 10,
  longestDelay: 40,
  stop: 2_000,
};
const CHILD = JSON.stringify(`${import.meta.dirname}/child.ts`);
// Each of five starts takes seconds on a busy machine.
const TEST_MS = 60_000;

let supervised: Supervised | undefined;
afterEach(() => supervised?.stop());

/** Starts a program that first notes its process id; `lives` reads them back, `lines` is what was reported. */
function start(name: string, body: string, times = TIMES) {
  const program = path.join(directory, `${name}.mjs`);
  const notes = path.join(directory, `${name}.pids`);
  writeFileSync(notes, "");
  const note = `fs.appendFileSync(${JSON.stringify(notes)}, process.pid + "\\n");`;
  writeFileSync(program, `import fs from "node:fs";\n${note}\n${body}`);
  const lines: string[] = [];
  const target = { program, cwd: process.cwd(), env: process.env };
  supervised = supervise(name, sourceStarter(target), (line) => lines.push(line), times);
  const lives = () => readFileSync(notes, "utf8").trim().split("\n").filter(Boolean).map(Number);
  return { ...supervised, lines, lives };
}

const wellBehaved = (stop = "") => `
  const { runChild } = await import(${CHILD});
  const timer = setInterval(() => undefined, 1000);
  runChild({ name: "t", start: async () => ({ stop: async () => { ${stop}; clearInterval(timer); } }) });
  process.send({ type: "alive" });
  setInterval(() => process.send?.({ type: "alive" }), 50);
`;
const until = (check: () => void) => vi.waitFor(check, { timeout: TEST_MS - 5_000, interval: 20 });

describe("supervise", { timeout: TEST_MS }, () => {
  test("restarts a program that was killed", async () => {
    const run = start("killed", wellBehaved());
    await run.ready;
    process.kill(run.lives()[0]!, "SIGKILL");
    await until(() => expect(run.lives()).toHaveLength(2));
    expect(run.lines[0]).toContain("signal SIGKILL");
  });

  test("a restart that was asked for is hard after its grace, at once and no failure", async () => {
    const run = start("restarted", wellBehaved("await new Promise(() => undefined)"), {
      ...TIMES,
      firstDelay: TEST_MS,
    });
    await run.ready;
    run.restart(20);
    await until(() => expect(run.lives()).toHaveLength(2));
    expect(isRunning(run.lives()[0]!)).toBe(false);
    expect(run.lines).toEqual([]);
  });

  test("a restart does not wait for the delay after a failure", async () => {
    const run = start("broken", "process.exit(1)", { ...TIMES, firstDelay: TEST_MS * 2 });
    await until(() => expect(run.lines).toHaveLength(1));
    run.restart(20);
    await until(() => expect(run.lives()).toHaveLength(2));
  });

  test("kills and restarts one that hangs", async () => {
    const run = start(
      "hanging",
      `process.send({ type: "ready" }); setTimeout(() => { for (;;); }, 100);`,
    );
    await run.ready;
    await until(() => expect(run.lives().length).toBeGreaterThan(1));
    expect(run.lines[0]).toContain("unresponsive");
    expect(isRunning(run.lives()[0]!)).toBe(false);
  });

  test("gives up with the last error when a program never starts", async () => {
    const run = start(
      "broken",
      `const { runChild } = await import(${CHILD});
       runChild({ name: "t", start: async () => { throw new Error("no way in"); } });`,
    );
    await expect(run.ready).rejects.toThrow("broken process failed to start: no way in");
    expect(run.lives()).toHaveLength(5);
  });

  test("stop lets the program finish", async () => {
    const done = path.join(directory, "done");
    const run = start("polite", wellBehaved(`fs.writeFileSync(${JSON.stringify(done)}, "yes")`));
    await run.ready;
    await run.stop();
    expect(readFileSync(done, "utf8")).toBe("yes");
    expect(run.lives()).toHaveLength(1);
    expect(run.lines).toEqual([]);
  });

  test("stop ends a program that does not listen", async () => {
    const run = start(
      "deaf",
      `process.on("SIGTERM", () => undefined); process.send({ type: "ready" });
       setInterval(() => process.send({ type: "alive" }), 50);`,
    );
    await run.ready;
    await run.stop();
    expect(isRunning(run.lives()[0]!)).toBe(false);
  });
});
