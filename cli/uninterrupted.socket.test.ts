import { afterEach, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";

import { uninterrupted } from "./uninterrupted";

const seen: string[] = [];
const note = (signal: NodeJS.Signals) => void seen.push(signal);
afterEach(() => void process.off("SIGHUP", note));

test("what others do at a signal waits, and is then done once", async () => {
  process.on("SIGHUP", note);
  const during = await uninterrupted(async () => {
    let caught = false;
    process.once("SIGHUP", () => (caught = true));
    process.kill(process.pid, "SIGHUP");
    await eventually("the signal", () => caught);
    return [...seen];
  });
  expect(during).toEqual([]);
  await eventually("the signal again", () => seen.length > 0);
  expect(seen).toEqual(["SIGHUP"]);
});
