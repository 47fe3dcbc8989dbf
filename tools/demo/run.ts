import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { z } from "zod";

import { connectApi } from "@/examples/receiver/api";
import { readMirror } from "@/examples/receiver/state";
import type { Child } from "@/testing/programs/children";

import { compare, compareBytes } from "./compare";
import { preparePlace, type Place } from "./environment";
import { openFiles, type Files } from "./files";
import { latencyOf } from "./latency";
import type { DemoOptions } from "./options";
import { startReceiver, type RunningReceiver } from "./receiver-child";
import { makeResult, type DemoResult } from "./result";
import { walk, type Tree } from "./tree";
import { emptyDone, runWorkload, writeQuietly, type Done } from "./workload";

/** How long a change is retried while the service is unavailable, in milliseconds. */
const PATIENCE_MS = 180_000;

/** The service may be unavailable, and then waits up to half a minute more before it retries. */
const SILENCE_MS = 240_000;

const PROGRESS_MS = 2_000;

export type DemoOutput = {
  /** Gets progress messages. */
  tell: (sentence: string) => void;
  /** Aborts the demo. */
  signal: AbortSignal;
};

/**
 * Runs the whole demo and returns the measurements; `ok` says whether the mirror became equal to
 * the tree after one resync and one listing. Stops everything it started, also on failure.
 */
export async function runDemo(options: DemoOptions, output: DemoOutput): Promise<DemoResult> {
  const directory = await mkdtemp(path.join(tmpdir(), "tidemark-demo-"));
  // PostgreSQL may run as another user and must be able to reach its data.
  await chmod(directory, 0o711);
  const children: Child[] = [];
  const started = (child: Child) => void children.push(child);
  const end = new AbortController();
  const { tell } = output;
  const signal = AbortSignal.any([output.signal, end.signal]);
  try {
    const place = await preparePlace(options, directory, started, { tell, signal });
    return await runAt(place, options, directory, started, { tell, signal });
  } finally {
    end.abort();
    for (const child of children.toReversed()) await child.stop();
    if (options.keep) tell(`Data and logs are kept in ${directory}.`);
    else await rm(directory, { recursive: true, force: true });
  }
}

async function runAt(
  place: Place,
  options: DemoOptions,
  directory: string,
  started: (child: Child) => void,
  { tell, signal }: DemoOutput,
): Promise<DemoResult> {
  const api = connectApi({ origin: place.api, key: place.key, patienceMs: PATIENCE_MS, signal });
  const made = await api.call("POST", `/orgs/${place.org}/filesystems`, { json: { name: "demo" } });
  const { id: filesystem } = z.object({ id: z.string() }).parse(made.json);
  const receiver = await startReceiver(place, filesystem, options, directory, started, signal);
  const { watcher } = receiver;
  await watcher.until(
    () => watcher.counts.listings > 0,
    "the first resync to be listed",
    SILENCE_MS,
  );
  tell(`Filesystem ${filesystem}: webhook created, files.resync received, tree listed.`);

  const entries = await walk(options.dir, `/${path.basename(options.dir)}`, options.limit);
  const files = openFiles(api, `/orgs/${place.org}/filesystems/${filesystem}`, PATIENCE_MS);
  const [tree, done]: [Tree, Done] = [new Map(), emptyDone()];
  const begun = performance.now();
  const seconds = () => Math.round((performance.now() - begun) / 100) / 10;
  const progress = setInterval(() => {
    const { messages, events, mirror } = watcher.counts;
    const written = `${done.written} of ${entries.length} files written`;
    tell(`${seconds()} s: ${written}; ${messages} messages, ${events} events, mirror ${mirror}`);
  }, PROGRESS_MS);
  try {
    tell(`Writing ${entries.length} files of ${options.dir} …`);
    await runWorkload(files, entries, tree, done);
    const workload = seconds();
    tell(`All changes were made in ${workload} s; delivering up to 100 events a second.`);
    await untilApplied(receiver, furthest(files));
    const burst = latencyOf(files.commits, watcher.arrivals);
    tell("The mirror has caught up. Making single changes with pauses in between …");

    const before = files.commits.length;
    await writeQuietly(files, tree, options.quietMs, () => untilApplied(receiver, furthest(files)));
    const quiet = latencyOf(files.commits.slice(before), watcher.arrivals);
    const differences = await differencesOf(tree, receiver, furthest(files));
    const measured = { burst, quiet, workload, duration: seconds() };
    return makeResult({ filesystem, tree, done, counts: watcher.counts, differences, measured });
  } finally {
    clearInterval(progress);
  }
}

/** Compares with the receiver's files on disk. */
async function differencesOf(
  tree: Tree,
  { watcher, mirror, contents }: RunningReceiver,
  last: bigint,
): Promise<string[]> {
  const differences = compare(tree, await readMirror(mirror));
  if (contents === null) return differences;
  await watcher.until(() => watcher.contents() >= last, "all contents to be fetched", SILENCE_MS);
  return [...differences, ...(await compareBytes(tree, contents))];
}

function untilApplied({ watcher }: RunningReceiver, cursor: bigint): Promise<void> {
  const what = `the mirror to reach cursor ${cursor}`;
  return watcher.until(() => watcher.applied() >= cursor, what, SILENCE_MS);
}

function furthest({ commits }: Files): bigint {
  return commits.reduce((most, { cursor }) => (cursor > most ? cursor : most), 0n);
}
