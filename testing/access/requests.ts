import { drain } from "@/lib/delivery/drain";
import { newId } from "@/lib/ids";
import { call, createKey } from "@/testing/tenant";

import type { Caller, AccessFixture } from "./fixture";

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
  status?: number;
};
export type Maker = (fixture: AccessFixture, caller: Caller) => Made | Promise<Made>;

/** Creates something on the fixture's filesystem through the API and returns the response. */
async function make(fixture: AccessFixture, method: string, route: string, body?: string | object) {
  const base = `/api/v1/orgs/${fixture.orgId}/filesystems/${fixture.fsId}`;
  const response = await call(fixture.service, fixture.key, method, base + route, body);
  if (response.status > 299)
    throw new Error(`${method} ${route}: ${JSON.stringify(response.body)}`);
  return response.body;
}

let names = 0;
const fresh = () => `/f${++names}`;

async function file(fixture: AccessFixture): Promise<string> {
  const path = fresh();
  await make(fixture, "PUT", `/files?path=${path}`, "x");
  return path;
}

async function someKey({ service, orgId }: AccessFixture): Promise<string> {
  return (await createKey(service.services.db, orgId, [])).keyId;
}

/** A webhook, the only one on the filesystem: the limit is five and the matrix creates many. */
async function webhook(fixture: AccessFixture): Promise<{ webhook_id: string }> {
  await clearWebhooks(fixture);
  const { id } = await make(fixture, "POST", "/webhooks", { url: "https://hooks.test/" });
  return { webhook_id: id };
}

async function clearWebhooks({ service, fsId }: AccessFixture): Promise<void> {
  const { pool } = service.services;
  await pool.query("DELETE FROM webhook WHERE filesystem_id = $1", [fsId]);
  await pool.query("UPDATE filesystem SET webhook_count = 0 WHERE id = $1", [fsId]);
}

/** A webhook whose first message is waiting for a retry, with that delivery. */
async function retrying(fixture: AccessFixture): Promise<{ webhook_id: string; msg_id: string }> {
  const { webhook_id } = await webhook(fixture);
  // One attempt, which fails because nothing listens at the endpoint.
  await drain(fixture.service.services, webhook_id);
  const { rows } = await fixture.service.services.pool.query<{ id: string }>(
    "SELECT id FROM delivery WHERE webhook_id = $1",
    [webhook_id],
  );
  return { webhook_id, msg_id: rows[0]?.id ?? "" };
}

async function disabled(fixture: AccessFixture): Promise<Made> {
  const params = await webhook(fixture);
  await fixture.service.services.pool.query(
    "UPDATE webhook SET state = 'disabled', disabled_reason = 'failing', wake_at = NULL WHERE id = $1",
    [params.webhook_id],
  );
  return { params };
}

const delivered: Maker = async (fixture) => {
  const params = await retrying(fixture);
  // As if its endpoint had acknowledged it.
  await fixture.service.services.pool.query(
    `UPDATE webhook SET msg_id = NULL, position = sent_cursor, failing_since = NULL, disable_at = NULL, wake_at = NULL
     WHERE id = $1`,
    [params.webhook_id],
  );
  return { params };
};

const paused: Maker = async (fixture) => {
  const params = await webhook(fixture);
  await make(fixture, "POST", `/webhooks/${params.webhook_id}:pause`);
  return { params };
};

/** A deleted file, as the item of the trash that it became. */
const trashed: Maker = async (fixture) => {
  const { service, orgId, fsId, key } = fixture;
  const base = `/api/v1/orgs/${orgId}/filesystems/${fsId}`;
  const route = `${base}/files?path=${await file(fixture)}`;
  const { headers } = await call(service, key, "DELETE", route);
  return { params: { trash_id: headers.get("x-trash-id") ?? "" } };
};

/** The content of a file, by its entity tag. */
const content: Maker = async (fixture) => {
  const { etag } = await make(fixture, "PUT", `/files?path=${fresh()}`, "x");
  return { params: { etag: etag.replaceAll('"', "") } };
};

const onFile: Maker = async (fixture) => ({ query: { path: await file(fixture) } });
/** A listener with an attempt in flight. */
const listening: Maker = async (fixture) => {
  await clearWebhooks(fixture);
  const { id } = await make(fixture, "POST", "/listeners", { machine: "a machine" });
  const request_id = newId("fwd");
  await fixture.service.services.pool.query(
    "UPDATE listener SET request_id = $2, request_until = clock_timestamp() + interval '1 min' WHERE webhook_id = $1",
    [id, request_id],
  );
  return { params: { webhook_id: id }, body: { request_id, response: 200 } };
};

const onWebhook: Maker = async (fixture) => ({ params: await webhook(fixture) });
const onRetrying: Maker = async (fixture) => ({ params: await retrying(fixture) });

/**
 * How to build a valid request for operations on filesystems, files and webhooks that need more
 * than a path.
 */
export const REQUESTS: Record<string, Maker> = {
  createFilesystem: () => ({ body: { name: "made" } }),
  updateFilesystem: () => ({ body: { name: "renamed" } }),
  deleteFilesystem: async (fixture, caller) => {
    // One of the fixture's organisation would be 404 for those who belong to another one.
    if (caller.fsId !== undefined) return {};
    const route = `/api/v1/orgs/${fixture.orgId}/filesystems`;
    const { body } = await call(fixture.service, fixture.key, "POST", route, {
      name: "short-lived",
    });
    return { params: { fs_id: body.id } };
  },
  setGrant: async (fixture) => ({ body: { api_key_id: await someKey(fixture), mode: "ro" } }),
  removeGrant: async (fixture) => {
    const keyId = await someKey(fixture);
    await make(fixture, "PUT", "/grants", { api_key_id: keyId, mode: "ro" });
    return { params: { key_id: keyId } };
  },
  readFile: onFile,
  readContent: content,
  putFile: () => ({ query: { path: fresh() }, body: "x" }),
  writeRanges: () => ({ query: { path: fresh(), append: "true" }, body: "x" }),
  patchEntry: async (fixture, caller) => ({
    ...(await onFile(fixture, caller)),
    body: { mode: "0600" },
  }),
  deleteEntry: onFile,
  statEntry: onFile,
  listEntries: () => ({ query: { path: "/" } }),
  readArchive: onFile,
  searchEntries: () => ({ query: { path: "/", query: "f" } }),
  makeDirectory: () => ({ body: { path: fresh() } }),
  moveEntry: async (fixture) => ({ body: { from: await file(fixture), to: fresh() } }),
  copyEntry: async (fixture) => ({ body: { from: await file(fixture), to: fresh() } }),
  linkFile: async (fixture) => ({ body: { target: await file(fixture), path: fresh() } }),
  makeSymlink: () => ({ body: { target: "x", path: fresh() } }),
  changeFiles: () => ({ body: { changes: [{ op: "mkdir", path: fresh() }] } }),
  restoreTrashItem: async (fixture, caller) => ({ ...(await trashed(fixture, caller)), body: {} }),
  deleteTrashItem: trashed,
  createWebhook: async (fixture) => {
    await clearWebhooks(fixture);
    return { body: { url: "https://hooks.test/" } };
  },
  createTestInbox: async (fixture) => {
    await clearWebhooks(fixture);
    return {};
  },
  readTestInbox: onWebhook,
  createListener: async (fixture) => {
    await clearWebhooks(fixture);
    return { body: { machine: "a machine" } };
  },
  streamListener: onWebhook,
  respondToListener: listening,
  getWebhook: onWebhook,
  updateWebhook: async (fixture, caller) => ({
    ...(await onWebhook(fixture, caller)),
    body: { path_prefix: fresh() },
  }),
  deleteWebhook: onWebhook,
  rotateWebhookSecret: onWebhook,
  enableWebhook: disabled,
  retryWebhookNow: onRetrying,
  pauseWebhook: onWebhook,
  resumeWebhook: paused,
  resyncWebhook: onWebhook,
  resendDelivery: delivered,
  listDeliveries: onWebhook,
  streamDeliveries: onWebhook,
  getDelivery: onRetrying,
  getWebhookStats: onWebhook,
  listSupportClusters: () => ({ query: { by: "host" } }),
  getSupportWebhook: onRetrying,
  listSupportDeliveries: onRetrying,
  getSupportDelivery: onRetrying,
  getSupportStats: onRetrying,
};
