import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

import { z } from "zod";

import { type Counts, perDelivery, readCounts } from "./counters";
import {
  createHooks,
  type DeliveryEnvironment,
  type Hook,
  hostOf,
  openDeliveryEnvironment,
} from "./delivery-environment";
import { runRate } from "./delivery-runs";
import { load } from "./load";
import { watchConnections } from "./lock-waits";
import { measureRows } from "./row-sizes";
import { openSender } from "./send";

export type MachinesBench = {
  machines_idle: Row[];
  machines_writes: Row[];
  machines_deliveries: Row[];
  row_sizes: Row[];
};
type Row = Record<string, string | number>;

const MACHINES = [1, 2, 4, 8];
const CLIENTS = 32;
const HOOKS = 200;
const FILESYSTEMS = 100;
const created = z.object({ id: z.string() });

/**
 * One, two, four and eight machines, each a web server and a worker, on one database: what writes, deliveries and an idle
 * service cost then, and what the connections wait for. `seconds` is the length of each run.
 */
export async function benchMachines(
  seconds: number,
  log: (line: string) => void,
): Promise<MachinesBench> {
  const environment = await openDeliveryEnvironment(HOOKS);
  const result: MachinesBench = {
    machines_idle: [],
    machines_writes: [],
    machines_deliveries: [],
    row_sizes: [],
  };
  try {
    log(`${os.availableParallelism()} cores; creating ${HOOKS} webhooks …`);
    const hosts = Array.from({ length: HOOKS }, (_, n) => hostOf(n));
    const hooks = await createHooks(environment, hosts);
    const filesystems = await createFilesystems(environment);
    for (const machines of MACHINES) {
      while (environment.machines.length < machines) await environment.addMachine();
      const add = (name: keyof MachinesBench, row: Row) => {
        result[name].push({ machines, ...row });
        log(`${machines} of ${name}: ${JSON.stringify(row)}`);
      };
      add("machines_idle", await idle(environment, seconds));
      add("machines_writes", await writes(environment, filesystems, seconds));
      add("machines_deliveries", await deliveries(environment, hooks, seconds, log));
    }
    result.row_sizes = await measureRows(environment);
    return result;
  } finally {
    await environment.close();
  }
}

async function createFilesystems({ send, org }: DeliveryEnvironment): Promise<string[]> {
  const create = async () => {
    const made = await send("POST", `/orgs/${org}/filesystems`, JSON.stringify({ name: "bench" }));
    return `/orgs/${org}/filesystems/${made.json(created).id}`;
  };
  return Promise.all(Array.from({ length: FILESYSTEMS }, create));
}

/** What the service uses in a second in which nothing happens. */
async function idle(environment: DeliveryEnvironment, seconds: number): Promise<Row> {
  const before = await readCounts(environment, environment.receiver.pid);
  const watch = watchConnections(environment);
  await sleep(seconds * 1_000);
  const { connections } = await watch();
  const used = perDelivery(
    before,
    await readCounts(environment, environment.receiver.pid),
    seconds,
  );
  return { ...costOf(used), connections };
}

/** Files of 1 KiB from 32 clients, by turns through each machine. */
async function writes(
  environment: DeliveryEnvironment,
  filesystems: readonly string[],
  seconds: number,
): Promise<Row> {
  const senders = environment.machines.map(({ origin }) =>
    openSender(origin, environment.key, CLIENTS),
  );
  const write = (n: number) => {
    const content = Buffer.alloc(1024, `${n} ${performance.now()} `);
    const path = `${filesystems[n % FILESYSTEMS]}/files?path=/f${n % 50}`;
    const sender = senders[n % senders.length] ?? senders[0];
    if (sender === undefined) throw new Error("no machine was started");
    return sender.send("PUT", path, content);
  };
  await load(CLIENTS, seconds, write);
  const before = await readCounts(environment, environment.receiver.pid);
  const watch = watchConnections(environment);
  const { per_second, p50_ms, p99_ms, count } = await load(CLIENTS, seconds, write);
  const waits = await watch();
  const used = perDelivery(before, await readCounts(environment, environment.receiver.pid), count);
  await Promise.all(senders.map((sender) => sender.close()));
  return { per_second, p50_ms, p99_ms, ...costOf(used), ...waits };
}

/** Messages of 100 events to webhooks that are behind. */
async function deliveries(
  environment: DeliveryEnvironment,
  hooks: readonly Hook[],
  seconds: number,
  log: (line: string) => void,
): Promise<Row> {
  let waits = {};
  const beside = async (length: number) => {
    const watch = watchConnections(environment);
    await sleep(length * 1_000);
    waits = await watch();
  };
  const row = await runRate(environment, "", hooks, seconds, log, beside);
  return { per_second: row.per_second, of_ideal: row.of_ideal, ...costOf(row), ...waits };
}

const costOf = ({ web_ms, worker_ms, postgres_ms, statements }: Counts) => ({
  web_ms,
  worker_ms,
  postgres_ms,
  statements,
});
