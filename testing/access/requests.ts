import { drain } from "@/lib/delivery/drain";
import { call, createKey } from "@/testing/tenant";

import type { Caller, World } from "./world";

/**
 * What a request needs beyond method and path: its own target, so that no cell of the matrix
 * affects another.
 */
export type Made = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: string | object;
  /** A second caller of the same kind, where the operation would use up the caller itself. */
  headers?: Record<string, string>;
  /** The status for permitted callers, where the operation cannot succeed in this setup. */
  answer?: number;
};
export type Maker = (world: World, caller: Caller) => Made | Promise<Made>;

/** Creates something on the fixture's filesystem through the API and returns the response. */
async function make(world: World, method: string, route: string, body?: string | object) {
  const base = `/api/v1/orgs/${world.orgId}/filesystems/${world.fsId}`;
  const response = await call(world.service, world.key, method, base + route, body);
  if (response.status > 299)
    throw new Error(`${method} ${route}: ${JSON.stringify(response.body)}`);
  return response.body;
}

let names = 0;
const fresh = () => `/f${++names}`;

async function file(world: World): Promise<string> {
  const path = fresh();
  await make(world, "PUT", `/files?path=${path}`, "x");
  return path;
}

async function someKey({ service, orgId }: World): Promise<string> {
  return (await createKey(service.services.db, orgId, [])).keyId;
}

/** A webhook, the only one on the filesystem: the limit is five and the matrix creates many. */
async function webhook(world: World): Promise<{ webhook_id: string }> {
  await clearWebhooks(world);
  const { id } = await make(world, "POST", "/webhooks", { url: "https://hooks.test/" });
  return { webhook_id: id };
}

async function clearWebhooks({ service, fsId }: World): Promise<void> {
  const { pool } = service.services;
  await pool.query("DELETE FROM webhook WHERE filesystem_id = $1", [fsId]);
  await pool.query("UPDATE filesystem SET webhook_count = 0 WHERE id = $1", [fsId]);
}

/** A webhook whose first message is waiting for a retry, with that delivery. */
async function retrying(world: World): Promise<{ webhook_id: string; msg_id: string }> {
  const { webhook_id } = await webhook(world);
  // One attempt, which fails because nothing listens at the endpoint.
  await drain(world.service.services, webhook_id);
  const { rows } = await world.service.services.pool.query<{ id: string }>(
    "SELECT id FROM delivery WHERE webhook_id = $1",
    [webhook_id],
  );
  return { webhook_id, msg_id: rows[0]?.id ?? "" };
}

async function disabled(world: World): Promise<Made> {
  const params = await webhook(world);
  await world.service.services.pool.query(
    "UPDATE webhook SET state = 'disabled', disabled_reason = 'failing', wake_at = NULL WHERE id = $1",
    [params.webhook_id],
  );
  return { params };
}

const onFile: Maker = async (world) => ({ query: { path: await file(world) } });
const onWebhook: Maker = async (world) => ({ params: await webhook(world) });
const onRetrying: Maker = async (world) => ({ params: await retrying(world) });

/**
 * How to build a valid request for operations on filesystems, files and webhooks that need more
 * than a path.
 */
export const REQUESTS: Record<string, Maker> = {
  createFilesystem: () => ({ body: { name: "made" } }),
  renameFilesystem: () => ({ body: { name: "renamed" } }),
  deleteFilesystem: async (world) => {
    const route = `/api/v1/orgs/${world.orgId}/filesystems`;
    const { body } = await call(world.service, world.key, "POST", route, { name: "short-lived" });
    return { params: { fs_id: body.id } };
  },
  setGrant: async (world) => ({ body: { api_key_id: await someKey(world), mode: "ro" } }),
  removeGrant: async (world) => {
    const keyId = await someKey(world);
    await make(world, "PUT", "/grants", { api_key_id: keyId, mode: "ro" });
    return { params: { key_id: keyId } };
  },
  readFile: onFile,
  putFile: () => ({ query: { path: fresh() }, body: "x" }),
  patchEntry: async (world, caller) => ({
    ...(await onFile(world, caller)),
    body: { mode: "0600" },
  }),
  deleteEntry: onFile,
  statEntry: onFile,
  listEntries: () => ({ query: { path: "/" } }),
  makeDirectory: () => ({ body: { path: fresh() } }),
  moveEntry: async (world) => ({ body: { from: await file(world), to: fresh() } }),
  copyEntry: async (world) => ({ body: { from: await file(world), to: fresh() } }),
  linkFile: async (world) => ({ body: { target: await file(world), path: fresh() } }),
  makeSymlink: () => ({ body: { target: "x", path: fresh() } }),
  createWebhook: async (world) => {
    await clearWebhooks(world);
    return { body: { url: "https://hooks.test/" } };
  },
  getWebhook: onWebhook,
  deleteWebhook: onWebhook,
  rotateWebhookSecret: onWebhook,
  enableWebhook: disabled,
  retryWebhookNow: onRetrying,
  listDeliveries: onWebhook,
  streamDeliveries: onWebhook,
  getDelivery: onRetrying,
  getWebhookStats: onWebhook,
  listSupportClusters: () => ({ query: { by: "host" } }),
  getSupportWebhook: onRetrying,
  listSupportDeliveries: onRetrying,
};
