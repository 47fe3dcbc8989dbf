import { setTimeout as sleep } from "node:timers/promises";

import { z } from "zod";

import { percentiles, type Percentiles } from "@/tools/shared/percentiles";

import type { BenchEnvironment } from "./environment";
import { load, type Load } from "./load";

const feed = z.object({ cursor: z.string(), has_more: z.boolean() });

/**
 * Reads page after page of the whole tree, starting over at the end. It parses only the token: a
 * reader's own work on a thousand entries is not measured.
 */
export function benchListing(
  environment: BenchEnvironment,
  base: string,
  seconds: number,
): Promise<Load> {
  let token = "";
  return load(1, seconds, async () => {
    const response = await environment.send(
      "GET",
      `${base}/entries?path=/&recursive=true&limit=1000${token}`,
    );
    const end = /"next_page_token":(?:null|"([^"]+)")\}$/.exec(response.text);
    if (end === null) throw new Error("a listing page has no next_page_token");
    token = end[1] === undefined ? "" : `&page_token=${encodeURIComponent(end[1])}`;
  });
}

// Below the retention limit, so that concurrent writes prune none of them.
const NEWEST = 50_000;

/** Reads page after page of the newest changes, starting over at the end. */
export async function benchFeed(
  environment: BenchEnvironment,
  base: string,
  seconds: number,
): Promise<Load> {
  const head = (await environment.send("GET", `${base}/changes`)).json(feed).cursor;
  const first = String(Math.max(0, Number(head) - NEWEST));
  let from = first;
  return load(1, seconds, async () => {
    const response = await environment.send("GET", `${base}/changes?cursor=${from}&limit=1000`);
    const { cursor, has_more } = response.json(feed);
    from = has_more ? cursor : first;
  });
}

/** From the start of a write to the response of a reader waiting for it. */
export async function benchLongPoll(
  environment: BenchEnvironment,
  base: string,
  file: Buffer,
  seconds: number,
): Promise<Percentiles> {
  const times: number[] = [];
  const endsAt = performance.now() + seconds * 1000;
  while (performance.now() < endsAt) {
    const { cursor } = (await environment.send("GET", `${base}/changes`)).json(feed);
    const seen = environment
      .send("GET", `${base}/changes?cursor=${cursor}&wait=10`)
      .then(() => performance.now());
    // Long enough for the reader to be waiting.
    await sleep(50);
    const begun = performance.now();
    await environment.send("PUT", `${base}/files?path=/d0/poll`, file);
    times.push((await seen) - begun);
  }
  return percentiles(times);
}
