import { POLICY } from "@/lib/delivery/policy";
import { createListenerCarrier } from "@/lib/listeners/carrier";
import { createSender } from "@/lib/sender/send";
import type { Services } from "@/lib/services";

import { readEvents, type StreamEvent } from "./event-stream";
import { noInbox } from "./outbound";
import type { TestService } from "./service";
import { call, createFilesystem } from "./tenant";

type Tenant = { orgId: string; key: string };

/** A new filesystem with a listener. */
export async function createListener(
  service: TestService,
  tenant: Tenant,
  fs?: Awaited<ReturnType<typeof createFilesystem>>,
) {
  const filesystem = fs ?? (await createFilesystem(service, tenant));
  const { body } = await call(service, tenant.key, "POST", `${filesystem.base}/listeners`, {
    machine: "ada-laptop",
  });
  const { id, secret, url }: { id: string; secret: string; url: string } = body;
  const route = `${filesystem.base}/webhooks/${id}`;
  return {
    id,
    fs: filesystem,
    secret,
    url,
    route,
    read: async () => (await call(service, tenant.key, "GET", route)).body,
    open: (at = service.url) => openStream(at, tenant.key, `${route}/listen`),
    respond: (request_id: string, response: number | string) =>
      call(service, tenant.key, "POST", `${route}/listen`, { request_id, response }),
    put: (file: string, content = "x") =>
      call(
        service,
        tenant.key,
        "PUT",
        `${filesystem.base}/files?parents=true&path=${file}`,
        content,
      ),
    /** Deliveries with the numbers and outcomes of their attempts, oldest first. */
    log: async () => {
      const { rows } = await service.services.pool.query<{ line: string }>(
        `SELECT d.type || ' ' || d.status || coalesce(' ' || string_agg(a.number || ':' || a.outcome || '/' || a.detail, ' ' ORDER BY a.id), '') AS line
         FROM delivery d LEFT JOIN attempt a ON a.delivery_id = d.id WHERE d.webhook_id = $1
         GROUP BY d.id ORDER BY d.cursor`,
        [id],
      );
      return rows.map(({ line }) => line);
    },
  };
}

/** An open stream of a listener: its events in turn, without heartbeats. */
async function openStream(origin: string, key: string, route: string) {
  const leaving = new AbortController();
  const response = await fetch(origin + route, {
    headers: { authorization: `Bearer ${key}` },
    signal: leaving.signal,
  });
  if (response.status !== 200) throw new Error(`the stream was refused: ${response.status}`);
  const events = readEvents(response);
  const read = async (): Promise<StreamEvent> => {
    for (;;) {
      const { value, done } = await events.next();
      if (done === true) throw new Error("the stream has ended");
      if (value.event !== "heartbeat") return value;
    }
  };
  // The head of the response comes before the stream is open, the first event after.
  const ahead = [await read()];
  const next = async () => ahead.pop() ?? read();
  return {
    next,
    /** The next event of this kind. */
    async the(event: string) {
      for (;;) {
        const one = await next();
        if (one.event === event) return one.data;
      }
    },
    async leave() {
      leaving.abort();
      // What is still read fails.
      await events.return(undefined).catch(() => undefined);
    },
  };
}

/** A sender of this process that reaches listeners, with a deadline in milliseconds. */
export const createListenerSender = (
  { db, live, resolver, settings }: Services,
  deadlineMs: number = POLICY.deadlineMs,
) =>
  createSender({
    connectTo: new Map(),
    resolver,
    testInbox: noInbox,
    listeners: createListenerCarrier({ db, live, databaseUrl: settings.databaseUrl ?? "" }),
    deadlineMs,
    resendGapMs: POLICY.paceMs,
    slots: { count: POLICY.slots, waitMs: POLICY.slotWaitMs },
    attemptsPerHost: 1_000,
    userAgent: "Tidemark-Webhooks/1",
  });
