import fs from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { isTemporary, waitBefore } from "@/lib/api-client/persist";
import { RequestError } from "@/lib/api-client/request";

import { exchangeAgain } from "./exchange-again";
import { type JournalEntry, readJournal } from "./journal";
import { conflictOf, putOrCopy } from "./put-or-copy";
import type { Remote } from "./remote";
import { wasMade } from "./send";
import { startOf } from "./start-of";

const GIVE_UP_AFTER = 10;

/** Says in a directory of stages whose they are. */
export function claim(directory: string): void {
  fs.writeFileSync(path.join(directory, "owner"), ownName());
}

// With the time it started a process is never mistaken for another of the same number.
const ownName = () => `${process.pid} ${startOf(process.pid)}`;

function isOwned(directory: string): boolean {
  const file = path.join(directory, "owner");
  if (!fs.existsSync(file)) return false;
  const [pid, start] = fs.readFileSync(file, "utf8").split(" ");
  return start !== undefined && startOf(Number(pid)) === start;
}

/**
 * Makes the changes that mounts of this filesystem had under way when their processes died. What the service refuses is
 * reported, and its bytes are kept. @throws RequestError if the service is away
 */
export async function replayCrashed(
  cache: string,
  remote: Remote,
  report: (text: string) => void,
): Promise<void> {
  const stages = path.join(cache, "stages");
  const names = fs.existsSync(stages) ? fs.readdirSync(stages) : [];
  for (const directory of names.map((name) => path.join(stages, name))) {
    if (isOwned(directory)) continue;
    const entries = readJournal(directory);
    for (const entry of entries) await replay(entry, remote, cache, report);
    if (entries.length > 0)
      report(`stored ${entries.length} changes of a mount whose process had died`);
    fs.rmSync(directory, { recursive: true, force: true });
  }
}

async function replay(
  entry: JournalEntry,
  remote: Remote,
  cache: string,
  report: (text: string) => void,
): Promise<void> {
  for (let repetition = 0; ; repetition++) {
    try {
      return await make(entry, remote, report);
    } catch (error) {
      if (isTemporary(error) && repetition < GIVE_UP_AFTER) {
        await wait(waitBefore(repetition, error));
        continue;
      }
      if (!(error instanceof RequestError) || isTemporary(error)) throw error;
      const kept = entry.kind === "put" ? keep(entry.file, entry.path, cache) : null;
      const where = kept === null ? "" : `; its bytes are in ${kept}`;
      report(`${JSON.stringify(entry)} was refused (${error.code})${where}`);
      return;
    }
  }
}

async function make(
  entry: JournalEntry,
  remote: Remote,
  report: (text: string) => void,
): Promise<void> {
  if (entry.kind === "put") {
    // Without its file it was stored before the process died.
    if (!fs.existsSync(entry.file)) return;
    const { path: at, file, stamp, basedOn } = entry;
    const { size } = fs.statSync(file);
    if (basedOn === undefined) await remote.put(at, file, size, stamp);
    else
      await putOrCopy(remote, { at, file, size, stamp, basedOn }, (name) =>
        report(conflictOf(at, name)),
      );
  } else if (entry.kind === "move") {
    // It may have been made before the process died.
    if ((await remote.stat(entry.from)) !== null)
      await remote.move(entry.from, entry.to, entry.overwrite);
  } else if (entry.kind === "exchange") {
    await exchangeAgain(remote, entry.from, entry.to, entry.node);
  } else {
    const [result] = await remote.change([entry.change]);
    const code = result?.error?.code ?? null;
    if (code !== null && !wasMade(entry.change, code))
      throw new RequestError({ status: 409, code: "unknown" });
  }
}

/** Copies bytes that could not be stored to where their owner finds them. Returns the file. */
export function keep(file: string, name: string, cache: string): string {
  const directory = path.join(cache, "kept");
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
  const kept = path.join(directory, `${Date.now()}${name.replaceAll("/", "_")}`.slice(0, 200));
  fs.copyFileSync(file, kept);
  return kept;
}
