import fs from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { isTemporary, waitBefore } from "@/lib/api-client/persist";
import { RequestError } from "@/lib/api-client/request";

import { exchangeAgain } from "./exchange-again";
import type { Libc } from "./fuse/libc";
import type { JournalEntry } from "./journal-line";
import { keep } from "./keep";
import { takeOver } from "./owner";
import { conflictOf, putOrCopy } from "./put-or-copy";
import { noteMade, readJournal } from "./read-journal";
import type { Remote } from "./remote";
import { wasMade } from "./send";

const GIVE_UP_AFTER = 10;

type Put = Extract<JournalEntry, { kind: "put" }>;

/** Where what is replayed goes. */
type Target = { cache: string; remote: Remote; report: (text: string) => void };

// Another mount may have taken and deleted it meanwhile.
const bornAt = (directory: string) =>
  fs.statSync(directory, { throwIfNoEntry: false })?.birthtimeMs ?? 0;

/**
 * Makes the changes that mounts of this filesystem had under way when their processes died, each once, also if this is
 * interrupted. What the service refuses is reported, and its bytes are kept. @throws RequestError if the service is away
 */
export async function replayCrashed(libc: Libc, target: Target): Promise<void> {
  const stages = path.join(target.cache, "stages");
  const names = fs.existsSync(stages) ? fs.readdirSync(stages) : [];
  const directories = names.map((name) => path.join(stages, name));
  for (const directory of directories.toSorted((a, b) => bornAt(a) - bornAt(b))) {
    const left = takeOver(libc, directory);
    if (left === null) continue;
    try {
      await replayAll(directory, left.sameBoot, target);
      fs.rmSync(directory, { recursive: true, force: true });
    } finally {
      left.release();
    }
  }
}

async function replayAll(directory: string, sameBoot: boolean, target: Target): Promise<void> {
  const pending = readJournal(directory);
  for (const { id, entry, isStored } of pending) {
    if (entry.kind === "put" && !isStored && !sameBoot) doubt(entry, target);
    else await replay(entry, target);
    noteMade(directory, id);
  }
  if (pending.length > 0)
    target.report(`stored ${pending.length} changes of a mount whose process had died`);
}

/** Contents of which the disk may have a part: half a file never replaces a whole one. */
function doubt({ path: at, file }: Put, { cache, report }: Target): void {
  if (!fs.existsSync(file)) return;
  const kept = keep(file, at, cache);
  report(`${at} was written just before the machine stopped and may be cut: it is in ${kept}`);
}

async function replay(entry: JournalEntry, target: Target): Promise<void> {
  for (let repetition = 0; ; repetition++) {
    try {
      return await make(entry, target);
    } catch (error) {
      if (isTemporary(error) && repetition < GIVE_UP_AFTER) {
        await wait(waitBefore(repetition, error));
        continue;
      }
      if (!(error instanceof RequestError) || isTemporary(error)) throw error;
      const kept = entry.kind === "put" ? keep(entry.file, entry.path, target.cache) : null;
      const where = kept === null ? "" : `; its bytes are in ${kept}`;
      target.report(`${JSON.stringify(entry)} was refused (${error.code})${where}`);
      return;
    }
  }
}

async function make(entry: JournalEntry, { remote, report }: Target): Promise<void> {
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
    const found = await remote.stat(entry.from);
    if (found !== null && (entry.node === null || found.node_id === entry.node))
      await remote.move(entry.from, entry.to, entry.overwrite);
  } else if (entry.kind === "exchange") {
    await exchangeAgain(remote, entry.from, entry.to, entry.node);
  } else {
    // It may have been removed before the process died, and be another one's by now.
    if (typeof entry.node === "string") {
      const found = await remote.stat(entry.change.path);
      if (found !== null && found.node_id !== entry.node) return;
    }
    const [result] = await remote.change([entry.change]);
    const code = result?.error?.code ?? null;
    if (code !== null && !wasMade(entry.change, code))
      throw new RequestError({ status: 409, code: "unknown" });
  }
}
