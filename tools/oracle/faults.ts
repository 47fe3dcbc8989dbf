import { setTimeout as sleep } from "node:timers/promises";

import type { Pool } from "pg";

import { findChildren, findPostmaster, signal } from "@/tools/shared/processes";

import type { EventFault } from "./hint-proxy";
import type { Random } from "./random";
import type { Machine, OracleService } from "./service";

const FAULTS = [
  "kill a web server",
  "kill a worker",
  "kill PostgreSQL",
  "restart PostgreSQL",
  "stop a machine past its leases",
  "stop a worker until it is killed",
  "lose events",
  "repeat events",
  "delay events",
  "prune history",
] as const;

/** One fault; `machine` says where, if it matters. */
export type Fault = { name: (typeof FAULTS)[number]; machine: 0 | 1 };

const FAULT_MODE_MS = 5_000;
// A lease lasts 20 s, and the supervisor of the other machine kills an unresponsive process after
// 12 s.
const STOPPED_MS = 22_000;
const KEPT_CHANGES = 3;

/** This many faults, no kind twice before all had their turn, and always a pruning near the end. */
export function planFaults(random: Random, count: number): Fault[] {
  const plan: Fault[] = [];
  let left: Fault["name"][] = [];
  while (plan.length < count) {
    if (left.length === 0) left = FAULTS.filter((name) => name !== "prune history");
    const [name] = left.splice(random.below(left.length), 1);
    if (name !== undefined) plan.push({ name, machine: random.below(2) === 0 ? 0 : 1 });
  }
  return [...plan, { name: "prune history", machine: 0 }];
}

/** Injects the fault; resolves when its cause is removed, though its effects may last longer. */
export async function inject(
  { name, machine }: Fault,
  service: OracleService,
  sql: Pool,
  filesystemIds: readonly string[],
): Promise<void> {
  const at = service.machines[machine];
  switch (name) {
    case "kill a web server":
      return signal(findChildren("web", at.setting), "SIGKILL");
    case "kill a worker":
      return signal(findChildren(at.runner, at.setting), "SIGKILL");
    case "kill PostgreSQL":
      return signal([findPostmaster(service.dataDir) ?? []].flat(), "SIGKILL");
    case "restart PostgreSQL":
      return signal([findPostmaster(service.dataDir) ?? []].flat(), "SIGINT");
    case "stop a machine past its leases":
      return stopMachine(service.machines[1]);
    case "stop a worker until it is killed":
      return stopRunner(service.machines[0]);
    case "lose events":
      return faultMode(service, "lost");
    case "repeat events":
      return faultMode(service, "repeated");
    case "delay events":
      return faultMode(service, "late");
    case "prune history":
      return prune(sql, filesystemIds);
  }
}

function stopRunner({ runner, setting }: Machine): void {
  signal(findChildren(runner, setting), "SIGSTOP");
}

/** Its web server and its worker, as when the whole machine is suspended. */
async function stopMachine({ setting }: Machine): Promise<void> {
  const pids = [...findChildren("web", setting), ...findChildren("worker", setting)];
  signal(pids, "SIGSTOP");
  await sleep(STOPPED_MS);
  signal(pids, "SIGCONT");
}

async function faultMode({ machines }: OracleService, now: EventFault): Promise<void> {
  for (const { proxy } of machines) proxy.faultMode = now;
  await sleep(FAULT_MODE_MS);
  for (const { proxy } of machines) proxy.faultMode = "mixed";
}

/**
 * Uses the product's own function, as if far more had been written: receivers that are behind must
 * list again.
 */
async function prune(sql: Pool, filesystemIds: readonly string[]): Promise<void> {
  for (const id of filesystemIds) {
    await sql
      .query("SELECT changes_prune($1, interval '1 h', $2, 5000)", [id, KEPT_CHANGES])
      .catch(() => undefined);
  }
}
