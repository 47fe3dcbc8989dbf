import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";

import { beforeEach, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";

import { openJournal } from "./journal";
import type { JournalEntry } from "./journal-line";
import { noteMade, readJournal } from "./read-journal";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-journal-"));
  return () => rmSync(directory, { recursive: true, force: true });
});
const entries = () => readJournal(directory).map(({ entry }) => entry);
const file = () => path.join(directory, "journal");

const move: JournalEntry = {
  kind: "move",
  from: "/a",
  to: "/b",
  overwrite: true,
  node: null,
};
const remove: JournalEntry = { kind: "change", change: { op: "remove", path: "/c" } };
const put: JournalEntry = {
  kind: "put",
  path: "/line\nbreak",
  file: "/tmp/stage",
  stamp: { mode: "0644", modified_at: "2026-11-22T10:00:00.123456789Z", uid: 7 },
};

test("what was under way is read in its order, what has ended is not", () => {
  const journal = openJournal(directory);
  const [first] = [move, put, remove].map((entry) => journal.add(entry));
  journal.end(first!);
  expect(entries()).toEqual([put, remove]);
});

test("once nothing is under way the file is empty, and it is used again", () => {
  const journal = openJournal(directory);
  journal.end(journal.add(move));
  expect(statSync(file()).size).toBe(0);
  journal.add(put);
  expect(entries()).toEqual([put]);
});

test("a full disk refuses a change, loses none that was accepted, and stops nothing that ends", () => {
  const node = `'${process.execPath}' --import tsx testing/programs/journal-beyond-limit.ts`;
  // 4,096 bytes of a file; the signal would end the process.
  const script = `trap "" XFSZ; ulimit -f 8; exec ${node} '${directory}'`;
  const env = { ...process.env, TSX_DISABLE_CACHE: "1" };
  const said = JSON.parse(execFileSync("sh", ["-c", script], { encoding: "utf8", env }));
  expect(said).toMatchObject({ refused: "EFBIG", outcomes: ["failed", "rejected"], size: 0 });
  expect(said.accepted.length).toBeGreaterThan(10);
  const left = entries().map((entry) => entry.kind === "change" && entry.change.path);
  expect(["/first", ...left.filter((made) => made !== "/first")]).toEqual(said.accepted);
});

test("a last line that was cut off is ignored, wherever it was cut", () => {
  const journal = openJournal(directory);
  journal.add(move);
  const before = readFileSync(file(), "utf8");
  const last = `${JSON.stringify({ add: 2, entry: put })}\n`;
  for (const length of [1, last.length / 2, last.length - 2]) {
    appendFileSync(file(), last.slice(0, length));
    expect(entries()).toEqual([move]);
    rmSync(file());
    appendFileSync(file(), before);
  }
});

test("a directory without a journal had nothing under way", () => {
  expect(entries()).toEqual([]);
});

test("contents count as stored once they are forced to the disk", async () => {
  const stage = path.join(directory, "stage");
  writeFileSync(stage, "x");
  const journal = openJournal(directory);
  journal.add({ ...put, file: path.join(directory, "gone") });
  journal.add({ ...put, file: stage });
  journal.add(remove);
  const stored = () => readJournal(directory).map(({ isStored }) => isStored);
  expect(stored()).toEqual([false, false, true]);
  await eventually("the disk", () => stored()[1]);
  expect(stored()).toEqual([false, true, true]);
});

test("what was made after the process had died is not under way any more", () => {
  const journal = openJournal(directory);
  for (const entry of [move, put, remove]) journal.add(entry);
  for (const { id } of readJournal(directory).slice(0, 2)) noteMade(directory, id);
  expect(entries()).toEqual([remove]);
});
