import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";

import { connectApi } from "@/examples/receiver/api";
import { createAuthority } from "@/testing/certificates";
import { type Endpoint, type EndpointOptions, startEndpoint } from "@/testing/endpoint";

import { runArrivals } from "./arrivals";
import { runBareServer } from "./bare-server";
import { readBaseline, recordRatios } from "./baseline";
import { benchDelivery } from "./delivery";
import { type BenchEnvironment, openEnvironment } from "./environment";
import { benchFiles } from "./files";
import { benchHanging, GOOD_HOST, HANGING_HOST } from "./hanging";
import { benchMachines } from "./machines";
import { benchMemory } from "./memory";
import { benchMounts } from "./mounts";
import { writePage } from "./page/page";
import type { Table } from "./page/sections";
import { benchRequests } from "./requests";
import { benchRest, HOST } from "./rest";

const USAGE = `Usage: npm run bench -- [files] [requests] [memory] [hanging] [rest] [delivery] [machines] [mounts] [--seconds 5] [--sizes 1000:0,100000:10000,1000000:100000] [--webhooks 1,100,500] [--json] [--record]

Starts and measures a service, and writes a page with the results; all ratios are within one run. --sizes lists
entries:retained changes, --webhooks how many webhooks have a backlog at once, --record stores the ratios of requests in
tools/bench/baseline.json. \`memory\`, \`delivery\`, \`machines\` and \`mounts\` run only when named: the first writes 10 GiB, the next two
take minutes, and the last mounts.`;
const SIZES = "1000:0,100000:10000,1000000:100000";
const WEBHOOKS = "1,100,500";

const log = (line: string) => console.error(line);

async function main(args: string[]): Promise<void> {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const options = {
    seconds: text,
    sizes: text,
    webhooks: text,
    json: flag,
    record: flag,
    help: flag,
  };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (values.help === true) return console.log(USAGE);
  // The bench starts this program again, as a receiver and as a server to compare with.
  if (positionals[0] === "receiver") return runArrivals();
  if (positionals[0] === "bare") return runBareServer();
  const selected =
    positionals.length === 0 ? ["files", "requests", "hanging", "rest"] : positionals;
  const seconds = Number(values.seconds ?? 5);
  const result: Record<string, Table> = {};
  if (selected.includes("files")) result["files"] = await files(seconds, values.sizes ?? SIZES);
  if (selected.includes("requests")) {
    const rows = await requests(seconds);
    result["requests"] = rows;
    if (values.record === true)
      recordRatios(Object.fromEntries(rows.map(({ what, of_bare }) => [what, of_bare])));
  }
  if (selected.includes("memory")) result["memory"] = await memory();
  if (selected.includes("hanging")) result["hanging"] = await hanging(seconds * 6);
  if (selected.includes("rest")) Object.assign(result, await rest(seconds * 6));
  if (selected.includes("delivery")) {
    const counts = (values.webhooks ?? WEBHOOKS).split(",").map(Number);
    Object.assign(result, await benchDelivery(seconds * 2, counts, log));
  }
  if (selected.includes("machines")) Object.assign(result, await benchMachines(seconds, log));
  if (selected.includes("mounts")) result["mounts"] = await mounts();
  if (values.json === true) console.log(JSON.stringify(result));
  else for (const table of Object.values(result)) console.table(table);
  log(`results as a page: ${writePage(result, readBaseline())}`);
}

async function files(seconds: number, sizes: string) {
  const environment = await openEnvironment(() => Promise.resolve({}));
  const pairs = sizes.split(",").map((size): [number, number] => {
    const [entries = "0", changes = "0"] = size.split(":");
    return [Number(entries), Number(changes)];
  });
  try {
    return await benchFiles(environment, seconds, pairs, log);
  } finally {
    await environment.close();
  }
}

async function requests(seconds: number) {
  const environment = await openEnvironment(() => Promise.resolve({}));
  try {
    return await benchRequests(environment, seconds, log);
  } finally {
    await environment.close();
  }
}

async function mounts() {
  const environment = await openEnvironment(() => Promise.resolve({}));
  try {
    return await benchMounts(environment, log);
  } finally {
    await environment.close();
  }
}

async function memory() {
  const environment = await openEnvironment(() => Promise.resolve({}));
  try {
    return await benchMemory(environment, 1_000_000, log);
  } finally {
    await environment.close();
  }
}

/** Runs `work` on a service that finds and trusts an endpoint at these hosts. */
async function withEndpoint<T>(
  hosts: string[],
  respond: EndpointOptions["respond"],
  work: (environment: BenchEnvironment, endpoint: Endpoint) => Promise<T>,
): Promise<T> {
  const authority = await createAuthority();
  const endpoint = await startEndpoint({ certificate: await authority.issue(hosts), respond });
  const environment = await openEnvironment((directory) => {
    const caFile = path.join(directory, "ca.pem");
    writeFileSync(caFile, authority.ca);
    return Promise.resolve({
      WEBHOOK_CONNECT_TO: hosts.map((host) => `${host}:443=127.0.0.1:${endpoint.port}`).join(","),
      WEBHOOK_CA_FILE: caFile,
    });
  });
  try {
    return await work(environment, endpoint);
  } finally {
    await environment.close();
    await endpoint.close();
  }
}

const rest = (seconds: number) =>
  withEndpoint(
    [HOST],
    () => ({ status: 200 }),
    (environment, endpoint) => benchRest(environment, endpoint, seconds, log),
  );

const hanging = (seconds: number) =>
  withEndpoint(
    [GOOD_HOST, HANGING_HOST],
    ({ headers }) =>
      headers.some(([, value]) => value === HANGING_HOST) ? "hang" : { status: 200 },
    async ({ origin, key, org }, endpoint) => {
      const { signal } = new AbortController();
      const api = connectApi({ origin, key, retryForMs: 10_000, signal });
      const found = await benchHanging({ api, org, endpoint }, seconds, log);
      const { ratio_p99, hanging: count } = found;
      log(`p99 beside ${count} hanging endpoints / without: ${ratio_p99}`);
      return { alone: found.without, [`beside ${count} that hang`]: { ...found.with, ratio_p99 } };
    },
  );

await main(process.argv.slice(2));
process.exit();
