import { Readable } from "node:stream";

import { Pool as HttpPool } from "undici";
import { z } from "zod";

import { findProcess, residentMb } from "@/tools/shared/processes";

import type { BenchEnvironment } from "./environment";
import { createSized } from "./fill";

type Row = { what: string; before_mb: number; most_mb: number; growth_mb: number };

const UPLOADS = 100;
const MEBIBYTE = 1024 ** 2;
const POLL_MS = 100;
const listing = z.object({ next_page_token: z.string().nullable() });

/**
 * Growth of the web process while 100 files of 100 MiB are uploaded at once, and while a large tree
 * is listed.
 */
export async function benchMemory(
  environment: BenchEnvironment,
  entries: number,
  log: (line: string) => void,
): Promise<Row[]> {
  const pid = findProcess(environment.dataDir, "web");
  const rows: Row[] = [];
  const add = (row: Row) => {
    rows.push(row);
    log(`${row.what}: ${row.before_mb} MB, peak ${row.most_mb} MB, growth ${row.growth_mb} MB`);
  };
  const target = await createSized(environment, 1, 0);
  const uploads = `${UPLOADS} uploads of 100 MiB at once`;
  add(await watch(pid, uploads, () => upload(environment, target.base)));
  log(`creating a filesystem of ${entries} entries …`);
  const tree = await createSized(environment, entries, 0);
  add(await watch(pid, `listing ${entries} entries`, () => list(environment, tree.base)));
  return rows;
}

async function watch(pid: number, what: string, work: () => Promise<unknown>): Promise<Row> {
  const before = residentMb(pid);
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, residentMb(pid))), POLL_MS);
  await work();
  clearInterval(timer);
  return { what, before_mb: before, most_mb: most, growth_mb: most - before };
}

// Each file begins with a unique number, so that no two share content.
function* content(n: number) {
  const chunk = Buffer.alloc(MEBIBYTE, n);
  for (let i = 0; i < 100; i++)
    yield i === 0 ? Buffer.concat([Buffer.from(`${n}`.padStart(8)), chunk.subarray(8)]) : chunk;
}

async function upload({ origin, key }: BenchEnvironment, base: string): Promise<void> {
  const http = new HttpPool(origin, { connections: UPLOADS, headersTimeout: 0, bodyTimeout: 0 });
  await Promise.all(
    Array.from({ length: UPLOADS }, async (_, n) => {
      const { statusCode, body } = await http.request({
        method: "PUT",
        path: `/api/v1${base}/files?path=/large-${n}`,
        headers: { authorization: `Bearer ${key}`, "content-length": String(100 * MEBIBYTE) },
        body: Readable.from(content(n)),
      });
      if (statusCode !== 201) throw new Error(`${statusCode} ${await body.text()}`);
      await body.dump();
    }),
  );
  await http.destroy();
}

async function list(environment: BenchEnvironment, base: string): Promise<void> {
  for (let token: string | null = ""; token !== null;) {
    const route: string = `${base}/entries?path=/&recursive=true&limit=1000${token}`;
    const { next_page_token: next } = (await environment.send("GET", route)).json(listing);
    token = next === null ? null : `&page_token=${encodeURIComponent(next)}`;
  }
}
