import { afterAll, beforeAll, beforeEach } from "vitest";

import { createAuthority } from "./certificates";
import { type Endpoint, type Reaction, type Received, startEndpoint } from "./endpoint";
import { startTestService, type TestService } from "./service";
import { call, createFilesystem, createKey, createTenant } from "./tenant";

const HOST = "receiver.test";

/** A service whose webhooks reach an endpoint in this process, and one of its tenants. */
export type Delivering = {
  service: TestService;
  endpoint: Endpoint;
  tenant: Awaited<ReturnType<typeof createTenant>>;
  /** How the endpoint responds to each request; 200 by default. */
  respond: (request: Received) => Reaction | Promise<Reaction>;
  close(): Promise<void>;
};

type Start = (options: NonNullable<Parameters<typeof startTestService>[0]>) => Promise<TestService>;

/**
 * Starts the service, endpoint and tenant. Close in `afterAll`. Pass `start` for a service with the
 * engine.
 */
export async function startDelivering(start: Start = startTestService): Promise<Delivering> {
  const authority = await createAuthority();
  const endpoint = await startEndpoint({
    certificate: await authority.issue([HOST]),
    respond: (request) => delivering.respond(request),
  });
  const service = await start({
    ca: authority.ca,
    env: { WEBHOOK_CONNECT_TO: `${HOST}:443=127.0.0.1:${endpoint.port}` },
  });
  const delivering: Delivering = {
    service,
    endpoint,
    tenant: await createTenant(service),
    respond: () => ({ status: 200 }),
    async close() {
      await service.close();
      await endpoint.close();
    },
  };
  return delivering;
}

/**
 * Shares one service between all tests of a file and resets the endpoint to 200 before each. Call
 * at top level.
 */
export function useDelivering(): Delivering {
  let started: Delivering | undefined;
  const running = () => {
    if (started === undefined) throw new Error("the service has not started yet");
    return started;
  };
  beforeAll(async () => {
    started = await startDelivering();
  });
  beforeEach(() => {
    running().respond = () => ({ status: 200 });
  });
  afterAll(() => started?.close());
  return {
    get service() {
      return running().service;
    },
    get endpoint() {
      return running().endpoint;
    },
    get tenant() {
      return running().tenant;
    },
    get respond() {
      return running().respond;
    },
    set respond(respond) {
      running().respond = respond;
    },
    close: () => running().close(),
  };
}

let serial = 0;

/**
 * A new filesystem with a webhook created by another key of the organisation. Requests arrive at
 * `path`; `route` is the webhook's API path and `creator` the key that created it.
 */
export async function createHook({ service, tenant, endpoint }: Delivering, prefix = "/") {
  const fs = await createFilesystem(service, tenant);
  const creator = await createKey(service.services.db, tenant.orgId);
  await grant({ service, tenant }, fs.base, creator.keyId, "rw");
  const path = `/hook-${++serial}`;
  const { body } = await call(service, creator.key, "POST", `${fs.base}/webhooks`, {
    url: `https://${HOST}${path}`,
    path_prefix: prefix,
  });
  const { id, secret }: { id: string; secret: string } = body;
  const route = `${fs.base}/webhooks/${id}`;
  return {
    id,
    fs,
    path,
    route,
    creator,
    secret,
    received: () => endpoint.requests.filter((request) => request.path === path),
    read: async () => (await call(service, tenant.key, "GET", route)).body,
    put: (file: string, content = "x") =>
      call(service, tenant.key, "PUT", `${fs.base}/files?parents=true&path=${file}`, content),
  };
}

export type Hook = Awaited<ReturnType<typeof createHook>>;

/** Grants a key access to a filesystem. */
export function grant(
  { service, tenant }: Pick<Delivering, "service" | "tenant">,
  base: string,
  keyId: string,
  mode: "ro" | "rw",
) {
  return call(service, tenant.key, "PUT", `${base}/grants`, { api_key_id: keyId, mode });
}

/** Skips pacing and backoff waits by moving their deadlines into the past. */
export function skipWaits({ service }: Pick<Delivering, "service">, webhookId: string) {
  return service.services.pool.query(
    "UPDATE webhook SET not_before = 'epoch', pace_until = 'epoch' WHERE id = $1",
    [webhookId],
  );
}
