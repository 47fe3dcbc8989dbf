import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { beforeEach, expect, test } from "vitest";

import { type JournalEntry, openJournal, readJournal } from "./journal";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-journal-"));
  return () => rmSync(directory, { recursive: true, force: true });
});
const file = () => path.join(directory, "journal");

const move: JournalEntry = { kind: "move", from: "/a", to: "/b", overwrite: true };
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
  expect(readJournal(directory)).toEqual([put, remove]);
});

test("once nothing is under way the file is empty, and it is used again", () => {
  const journal = openJournal(directory);
  journal.end(journal.add(move));
  expect(statSync(file()).size).toBe(0);
  journal.add(put);
  expect(readJournal(directory)).toEqual([put]);
});

test("a last line that was cut off is ignored, wherever it was cut", () => {
  const journal = openJournal(directory);
  journal.add(move);
  const before = readFileSync(file(), "utf8");
  const last = `${JSON.stringify({ add: 2, entry: put })}\n`;
  for (const length of [1, last.length / 2, last.length - 2]) {
    appendFileSync(file(), last.slice(0, length));
    expect(readJournal(directory)).toEqual([move]);
    rmSync(file());
    appendFileSync(file(), before);
  }
});

test("a directory without a journal had nothing under way", () => {
  expect(readJournal(directory)).toEqual([]);
});
