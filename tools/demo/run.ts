import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { z } from "zod";

import { connectApi } from "@/examples/receiver/api";
import { readMirror } from "@/examples/receiver/state";
import type { Child } from "@/testing/programs/children";

import { compare, compareBytes } from "./compare";
import { prepareEnvironment, type DemoEnvironment } from "./environment";
import { openFiles, type Files } from "./files";
import { latencyOf } from "./latency";
import type { DemoOptions } from "./options";
import { startReceiver, type RunningReceiver } from "./receiver-child";
import { makeResult, type DemoResult } from "./result";
import { walk, type Tree } from "./tree";
import { emptyDone, runWorkload, writeQuietly, type Done } from "./workload";

/** How long a change is retried while the service is unavailable, in milliseconds. */
const RETRY_FOR_MS = 180_000;

/** The service may be unavailable, and then waits up to half a minute more before it retries. */
const SILENCE_MS = 240_000;

const PROGRESS_MS = 2_000;

export type DemoOutput = {
  /** Gets progress messages. */
  log: (sentence: string) => void;
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
  const { log } = output;
  const signal = AbortSignal.any([output.signal, end.signal]);
  try {
    const environment = await prepareEnvironment(options, directory, started, { log, signal });
    return await runAt(environment, options, directory, started, { log, signal });
  } finally {
    end.abort();
    for (const child of children.toReversed()) await child.stop();
    if (options.keep) log(`Data and logs are kept in ${directory}.`);
    else await rm(directory, { recursive: true, force: true });
  }
}

async function runAt(
  environment: DemoEnvironment,
  options: DemoOptions,
  directory: string,
  started: (child: Child) => void,
  { log, signal }: DemoOutput,
): Promise<DemoResult> {
  const { api: origin, key } = environment;
  const api = connectApi({ origin, key, retryForMs: RETRY_FOR_MS, signal });
  const made = await api.call("POST", `/orgs/${environment.org}/filesystems`, {
    json: { name: "demo" },
  });
  const { id: filesystem } = z.object({ id: z.string() }).parse(made.json);
  const receiver = await startReceiver(
    environment,
    filesystem,
    options,
    directory,
    started,
    signal,
  );
  const { watcher } = receiver;
  await watcher.waitFor(
    () => watcher.counts.listings > 0,
    "the first resync to be listed",
    SILENCE_MS,
  );
  log(`Filesystem ${filesystem}: webhook created, files.resync received, tree listed.`);

  const entries = await walk(options.dir, `/${path.basename(options.dir)}`, options.limit);
  const files = openFiles(api, `/orgs/${environment.org}/filesystems/${filesystem}`, RETRY_FOR_MS);
  const [tree, done]: [Tree, Done] = [new Map(), emptyDone()];
  const begun = performance.now();
  const seconds = () => Math.round((performance.now() - begun) / 100) / 10;
  const progress = setInterval(() => {
    const { messages, events, mirror } = watcher.counts;
    const written = `${done.written} of ${entries.length} files written`;
    log(`${seconds()} s: ${written}; ${messages} messages, ${events} events, mirror ${mirror}`);
  }, PROGRESS_MS);
  try {
    log(`Writing ${entries.length} files of ${options.dir} …`);
    await runWorkload(files, entries, tree, done);
    const workload = seconds();
    log(`All changes were made in ${workload} s; delivering up to 100 events a second.`);
    await waitUntilApplied(receiver, furthest(files));
    const burst = latencyOf(files.commits, watcher.arrivals);
    log("The mirror has caught up. Making single changes with pauses in between …");

    const before = files.commits.length;
    await writeQuietly(files, tree, options.quietMs, () =>
      waitUntilApplied(receiver, furthest(files)),
    );
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
  await watcher.waitFor(() => watcher.contents() >= last, "all contents to be fetched", SILENCE_MS);
  return [...differences, ...(await compareBytes(tree, contents))];
}

function waitUntilApplied({ watcher }: RunningReceiver, cursor: bigint): Promise<void> {
  const what = `the mirror to reach cursor ${cursor}`;
  return watcher.waitFor(() => watcher.applied() >= cursor, what, SILENCE_MS);
}

function furthest({ commits }: Files): bigint {
  return commits.reduce((most, { cursor }) => (cursor > most ? cursor : most), 0n);
}
