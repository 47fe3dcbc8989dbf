import { afterAll, beforeAll, beforeEach } from "vitest";

import { createAuthority } from "./certificates";
import { type Endpoint, type Reaction, type Received, startEndpoint } from "./endpoint";
import { startTestService, type TestService } from "./service";
import { call, createFilesystem, createKey, createTenant } from "./tenant";

const HOST = "receiver.test";

/** A service whose webhooks reach an endpoint of this process, and a tenant of it. */
export type Delivering = {
  service: TestService;
  endpoint: Endpoint;
  tenant: Awaited<ReturnType<typeof createTenant>>;
  /** What the endpoint does with each request; 200 at first. */
  respond: (request: Received) => Reaction | Promise<Reaction>;
  close(): Promise<void>;
};

type Start = (options: NonNullable<Parameters<typeof startTestService>[0]>) => Promise<TestService>;

/** Starts all of it. Close it in `afterAll`. `start` may bring a service with the engine. */
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

/** One for all tests of a file; at the start of each the endpoint answers 200. Call it outside of them. */
export function useDelivering(): Delivering {
  let started: Delivering | undefined;
  const running = () => {
    if (started === undefined) throw new Error("nothing was started yet");
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
 * A fresh filesystem with a webhook that a further key of the organisation made. Its requests come in at `path`;
 * `route` is its path in the API, and `creator` the key that made it.
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

/** Gives a key access to a filesystem. */
export function grant(
  { service, tenant }: Pick<Delivering, "service" | "tenant">,
  base: string,
  keyId: string,
  mode: "ro" | "rw",
) {
  return call(service, tenant.key, "PUT", `${base}/grants`, { api_key_id: keyId, mode });
}

/** Lets the time of pacing and backoff pass, by moving it into the past. */
export function skipWaits({ service }: Pick<Delivering, "service">, webhookId: string) {
  return service.services.pool.query(
    "UPDATE webhook SET not_before = 'epoch', pace_until = 'epoch' WHERE id = $1",
    [webhookId],
  );
}
