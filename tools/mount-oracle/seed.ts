import { expect } from "vitest";

import { eventually } from "@/testing/eventually";
import { createRandom } from "@/testing/fuzz/random";
import { expectAgreement, listAll, readByApi, type Source } from "@/testing/mount-agreement";
import { changeAtRandom } from "@/testing/mount-changes";
import { outcomeOf } from "@/testing/mount-programs";

import { byApi, byGateway, byMount, type MountAccess } from "./access";
import type { Environment } from "./environment";
import { type Fault, inject, tolerates, victimOf } from "./faults";
import type { Allowed } from "./own-files";
import { watchVersions } from "./watch-versions";
import { changeByAccess, write, type Writer, type Written } from "./writer";

const CHANGES = 30;
const AGREE_MS = 30_000;

/**
 * Changes a directory by two mounts, the gateway and the API at the same time, with a fault in the middle, and compares
 * everything that shows it. Which change is faster is chance, so a seed repeats the changes and not always the outcome.
 */
export async function runSeed(
  environment: Environment,
  seed: number,
  fault: Fault | null,
): Promise<void> {
  const { source, mounts, outages } = environment;
  const folder = `/s${seed}`;
  const at = { ...source, folder };
  // A change by one name of a file is not reported for its other names (spec 5.23).
  const links = seed % 2 === 0;
  const writers = await openWriters(environment, folder, links);
  const stop = new AbortController();
  const wrong = watchVersions(at, stop.signal);
  const random = createRandom(seed);
  const [victim, after] = [fault === null ? null : victimOf(fault), random.below(CHANGES)];
  let injected = Promise.resolve();
  const onChange = (name: string, count: number) => {
    if (fault !== null && name === victim && count === after + 1)
      injected = inject(environment, fault);
  };
  const written = await Promise.all(
    writers.map((writer, index) =>
      write(
        writer,
        createRandom(seed * writers.length + index),
        CHANGES,
        onChange,
        outages.explain,
      ),
    ),
  );
  await injected;
  await environment.ready();
  for (const { access } of writers) await access.close();
  for (const mount of mounts)
    expect(await mount.cli("mount", "flush", mount.directory)).toMatchObject({ code: 0, err: "" });
  stop.abort();
  expect(await wrong).toEqual([]);
  await agree(environment, at);
  for (const { allowed } of written) await expectKept(at, allowed);
  await expectMirrors(environment, at, links);
  expect(failuresOf(written, fault)).toEqual([]);
}

async function openWriters(
  { source, mounts, gateway }: Environment,
  folder: string,
  links: boolean,
): Promise<Writer[]> {
  const names = ["close", "behind", "gateway", "api"] as const;
  const root = byApi({ url: source.service.url, ...source }, folder);
  for (const name of ["", "/shared", ...names.map((own) => `/${own}`)]) await root.mkdir(name);
  const onMount = (name: string, access: MountAccess): Writer => ({
    name,
    access,
    changeShared: (random) => changeAtRandom(`${access.at()}/shared`, random, links),
  });
  return [
    onMount("close", await byMount(mounts[0], folder)),
    onMount("behind", await byMount(mounts[1], folder)),
    elsewhere("gateway", byGateway(gateway, folder)),
    elsewhere("api", root),
  ];
}

const elsewhere = (name: string, access: Writer["access"]): Writer => ({
  name,
  access,
  changeShared: (random) => changeByAccess(access, random),
});

/** The API, the feed from its start and both mounts show the same, a moment after the last change. */
async function agree({ mounts }: Environment, at: Source): Promise<void> {
  const compare = () => expectAgreement(at, ...mounts.map(({ directory }) => directory));
  const isEqual = async () => (await outcomeOf(compare())) === "ok";
  await eventually("agreement", isEqual, AGREE_MS).catch(compare);
}

/** Nothing that was acknowledged is lost. */
async function expectKept(at: Source, allowed: Allowed): Promise<void> {
  const files = new Set((await listAll(at)).map(({ path }) => path));
  for (const [name, texts] of allowed) {
    const path = at.folder + name;
    const text = files.has(path) ? String(await readByApi(at, path)) : null;
    if (!texts.includes(text))
      throw new Error(`${path} is ${show(text)}, not one of ${texts.map(show).join(", ")}`);
  }
}

const show = (text: string | null) => (text === null ? "missing" : text.slice(0, 30));

/** What a webhook's receiver and a reader of the feed have built from changes is what a listing shows. */
async function expectMirrors({ webhook, feed }: Environment, at: Source, links: boolean) {
  const expected = rowsOf(await listAll(at), links);
  for (const mirror of [webhook, feed]) {
    const entries = [...(await mirror.settled()).values()];
    const inside = entries.filter(({ path }) => path.startsWith(`${at.folder}/`));
    expect(rowsOf(inside, links)).toEqual(expected);
  }
}

type Shown = { path: string; type: string; size: number; etag: string; modified_at: string };
const rowsOf = (entries: readonly Shown[], links: boolean) =>
  entries
    .map(({ path, type, size, etag, modified_at }) =>
      [path, type, ...(links ? [] : [size, etag, modified_at])].join(" "),
    )
    .toSorted();

const failuresOf = (written: readonly Written[], fault: Fault | null) =>
  written.flatMap(({ failures }) => failures).filter((line) => !tolerates(fault, line));
