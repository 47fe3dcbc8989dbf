import { writeFileSync } from "node:fs";
import path from "node:path";

import { z } from "zod";

import { createAuthority } from "@/testing/certificates";
import { eventually } from "@/testing/eventually";

import { type ArrivalServer, startArrivals } from "./arrivals";
import { countStatements } from "./counters";
import { type BenchEnvironment, openEnvironment } from "./environment";

/** One webhook on a separate filesystem with 100 files in `/d`; its requests arrive at `path`. */
export type Hook = { id: string; fs: string; base: string; path: string };

/** A service, a receiver of its webhooks, and access for measurements. */
export type DeliveryEnvironment = BenchEnvironment & { receiver: ArrivalServer };

const DOMAIN = "bench.test";
/** The host shared by all webhooks of a case. */
export const ONE_HOST = `one.${DOMAIN}`;
/** A host for each webhook, so that the per-host share is not measured. */
export const hostOf = (n: number) => `h${n}.${DOMAIN}`;

const FILES = 100;
const AT_ONCE = 8;
const QUIET_MS = 120_000;
const created = z.object({ id: z.string() });

/** Starts both, with `hosts` host names that lead to the receiver. */
export async function openDeliveryEnvironment(hosts: number): Promise<DeliveryEnvironment> {
  const authority = await createAuthority();
  const receiver = await startArrivals(await authority.issue([`*.${DOMAIN}`]));
  const environment = await openEnvironment((directory) => {
    const names = [ONE_HOST, ...Array.from({ length: hosts }, (_, n) => hostOf(n))];
    const caFile = path.join(directory, "ca.pem");
    writeFileSync(caFile, authority.ca);
    const connectTo = names.map((name) => `${name}:443=127.0.0.1:${receiver.port}`);
    return Promise.resolve({ WEBHOOK_CONNECT_TO: connectTo.join(","), WEBHOOK_CA_FILE: caFile });
  });
  await countStatements(environment);
  const close = async () => {
    await environment.close();
    await receiver.stop();
  };
  return { ...environment, receiver, close };
}

/**
 * Creates one webhook per host, each on a separate filesystem, and waits for their first resyncs.
 */
export async function createHooks(
  environment: DeliveryEnvironment,
  hosts: readonly string[],
): Promise<Hook[]> {
  const hooks: Hook[] = [];
  const queue = [...hosts.entries()];
  const serial = Math.random().toString(36).slice(2, 8);
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [n, host] = next;
      hooks[n] = await createHook(environment, host, `/${serial}-${n}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await waitUntilQuiet(environment, hooks);
  return hooks;
}

/** Creates one; its first resync is on its way. */
export async function createHook(
  environment: DeliveryEnvironment,
  host: string,
  at: string,
): Promise<Hook> {
  const made = await environment.send(
    "POST",
    `/orgs/${environment.org}/filesystems`,
    JSON.stringify({ name: "bench" }),
  );
  const fs = made.json(created).id;
  const base = `/orgs/${environment.org}/filesystems/${fs}`;
  await environment.sql.query(FILL, [fs, FILES]);
  const url = `https://${host}${at}`;
  const webhook = await environment.send("POST", `${base}/webhooks`, JSON.stringify({ url }));
  return { id: webhook.json(created).id, fs, base, path: at };
}

const FILL = `
  WITH top AS (SELECT root_id FROM filesystem WHERE id = $1),
    d AS (INSERT INTO node (filesystem_id, type, mode, modified_at, etag)
      VALUES ($1, 'directory', 493, now(), '"d"') RETURNING id),
    de AS (INSERT INTO dirent SELECT $1, top.root_id, 'd', d.id FROM d, top),
    f AS (SELECT i, nextval('node_id') AS id FROM generate_series(0, $2::int - 1) i),
    fn AS (INSERT INTO node (filesystem_id, id, type, mode, modified_at, etag, size, blob_hash)
      SELECT $1, f.id, 'file', 420, now(), '"e3b0c44298fc1c149afbf4c8996fb924"', 0, sha256('') FROM f),
    fe AS (INSERT INTO dirent SELECT $1, d.id, 'f' || f.i, f.id FROM d, f)
  UPDATE filesystem SET entries = $2::int + 1 WHERE id = $1`;

/**
 * Commits `changes` changes to each webhook's filesystem, bypassing the API, so that no process
 * sends a hint and only the reconciler can find them. Returns the cursor that each webhook should
 * reach.
 */
export async function commitUnhinted(
  { sql }: BenchEnvironment,
  hooks: readonly Hook[],
  changes: number,
): Promise<number[]> {
  const { rows } = await sql.query<{ id: string; head: string }>(
    `WITH f AS (UPDATE filesystem SET head = head + $2::int, undispatched = true WHERE id = ANY ($1) RETURNING id, head),
      c AS (INSERT INTO change (filesystem_id, cursor, kind, path, origin)
        SELECT f.id, f.head - $2::int + n, 'updated', '/d/f' || n % ${FILES}, 'api' FROM f, generate_series(1, $2::int) n)
     SELECT id, head FROM f`,
    [hooks.map(({ fs }) => fs), changes],
  );
  const heads = new Map(rows.map(({ id, head }) => [id, Number(head)]));
  return hooks.map(({ fs }) => heads.get(fs) ?? NaN);
}

/** Drops unsent changes, as if they had left the retained history: one resync each is left. */
export async function dropBacklog(
  environment: BenchEnvironment,
  hooks: readonly Hook[],
): Promise<void> {
  const ids = hooks.map(({ fs }) => fs);
  await environment.sql.query("UPDATE filesystem SET floor = head WHERE id = ANY ($1)", [ids]);
  await environment.sql.query("DELETE FROM change WHERE filesystem_id = ANY ($1)", [ids]);
  await waitUntilQuiet(environment, hooks);
}

/** Waits until these webhooks have nothing to send. */
export async function waitUntilQuiet(
  { sql }: BenchEnvironment,
  hooks: readonly Hook[],
): Promise<void> {
  const ids = hooks.map(({ id }) => id);
  await eventually(
    "the webhooks to be up to date",
    async () => {
      const { rows } = await sql.query(
        `SELECT FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id
         WHERE w.id = ANY ($1) AND (w.wake_at IS NOT NULL OR f.undispatched) LIMIT 1`,
        [ids],
      );
      return rows.length === 0;
    },
    QUIET_MS,
  );
}

/** Adds webhooks that are up to date and idle, five on each filesystem. */
export async function addIdle({ sql, org }: BenchEnvironment, count: number): Promise<void> {
  await sql.query(
    `WITH f AS (INSERT INTO filesystem (id, org_id, name, root_id, webhook_count)
        SELECT 'fs_idle' || n, $1, 'idle', 0, 5 FROM generate_series(1, $2::int / 5) n RETURNING id)
     INSERT INTO webhook (id, filesystem_id, url, host, path_prefix, created_by, position, target_cursor, resync)
     SELECT 'wh_' || f.id || '_' || i, f.id, 'https://idle.${DOMAIN}/', 'idle.${DOMAIN}', '/', 'key:none', 0, 0, false
     FROM f, generate_series(1, 5) i`,
    [org, count],
  );
  await sql.query("ANALYZE filesystem, webhook");
}
