import { isDeepStrictEqual } from "node:util";

import type { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { countChange } from "@/testing/count-change";
import { createHook, type Delivering, type Hook, startDelivering } from "@/testing/delivering";
import { startServiceWithEngine, type TestServiceWithEngine } from "@/testing/engine";
import { eventually } from "@/testing/eventually";
import { recordTransactions } from "@/testing/record-transactions";
import { call, createFilesystem } from "@/testing/tenant";

import { BASELINE_FILE, formatBaseline, readBaseline } from "./baseline";

const ROUNDS = 5;
// On a busy machine few rounds are undisturbed.
const MOST_ROUNDS = 20;
// Pages fill and split at their own times, and of an updated row the log has only what differs.
const WAL_BOUND = 0.15;

type Counts = Record<string, number>;
type Request = [method: string, route: string, body?: string | object];

let all: Delivering;
let service: TestServiceWithEngine;
beforeAll(async () => {
  all = await startDelivering(async (options) => (service = await startServiceWithEngine(options)));
});
afterAll(async () => {
  await all.endpoint.close();
  await service.closeAll();
});

/** The least of each count. What runs meanwhile for other reasons only adds, and not in every round. */
function least(rounds: readonly Counts[]): Counts {
  const [first = {}] = rounds;
  const counts = Object.keys(first).map((name): [string, number] => [
    name,
    Math.min(...rounds.map((round) => round[name] ?? 0)),
  ]);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** The beginning of each statement of the round with the fewest. */
const shortest = (rounds: readonly { sent: string[] }[]) =>
  (rounds.toSorted((a, b) => a.sent.length - b.sent.length)[0]?.sent ?? [])
    .map((text) => text.trim().replaceAll(/\s+/g, " ").slice(0, 100))
    .join("\n");

/** The most frequent requests with an API key. `n` counts up. */
const requestsOf = (fs: string, hook: Hook, n: number): Record<string, Request> => ({
  "GET me": ["GET", "/api/v1/me"],
  "PUT of a new file": ["PUT", `${fs}/files?path=/f${n}`, "x"],
  "PUT of a file again": ["PUT", `${fs}/files?path=/f`, `${n}`],
  "GET of a file": ["GET", `${fs}/files?path=/f`],
  "GET files:stat": ["GET", `${fs}/files:stat?path=/f`],
  "GET entries": ["GET", `${fs}/entries?path=/`],
  "GET changes": ["GET", `${fs}/changes?cursor=0`],
  "POST files:move": ["POST", `${fs}/files:move`, { from: `/f${n}`, to: `/g${n}` }],
  "DELETE of a file": ["DELETE", `${fs}/files?path=/g${n}`],
  "GET deliveries of a webhook": ["GET", `${hook.route}/deliveries`],
});

async function countRound(fs: string, hook: Hook, n: number): Promise<Counts> {
  const counts: Counts = {};
  for (const [name, request] of Object.entries(requestsOf(fs, hook, n))) {
    const { sent, stop } = recordTransactions();
    const { status } = await call(service, all.tenant.key, ...request);
    counts[name] = sent().length;
    stop();
    expect(status, name).toBeLessThan(300);
  }
  return counts;
}

test("a change and the frequent requests cost what baseline.json says; with `--update` it is written again", async () => {
  const baseline = readBaseline();
  const hook = await createHook(all);
  await eventually("the resync", () => hook.received().length === 1);
  const { base } = await createFilesystem(service, all.tenant);
  const requests: Counts[] = [];
  await call(service, all.tenant.key, "PUT", `${base}/files?path=/f`, "x");
  for (let n = 0; n < ROUNDS; n++) requests.push(await countRound(base, hook, n));

  const known = new Set<Client>();
  const rounds: Awaited<ReturnType<typeof countChange>>[] = [];
  const counted = () => {
    const change = least(rounds.map(({ counts }) => counts));
    const recorded = baseline.change["wal_bytes"] ?? 0;
    const isNear = Math.abs((change["wal_bytes"] ?? 0) - recorded) <= recorded * WAL_BOUND;
    if (isNear) change["wal_bytes"] = recorded;
    const rows = least(rounds.map((round) => round.rows));
    return { ...baseline, change, rows, requests: least(requests) };
  };
  for (let n = 0; n < ROUNDS || (n < MOST_ROUNDS && !isDeepStrictEqual(counted(), baseline)); n++)
    rounds.push(await countChange(all, service, hook, `/file-${n + 10}`, known));
  await expect(
    formatBaseline(counted()),
    `the change sent\n${shortest(rounds)}\n`,
  ).toMatchFileSnapshot(BASELINE_FILE);
});
