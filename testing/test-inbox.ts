import { request } from "node:https";

import { POLICY } from "@/lib/delivery/policy";
import type { Resolver } from "@/lib/net/resolve";
import type { LocalHost } from "@/lib/sender/route";
import { createSender } from "@/lib/sender/send";
import type { Services } from "@/lib/services";

import { noListeners } from "./outbound";
import type { TestService } from "./service";
import { call, createFilesystem } from "./tenant";

/** A new filesystem with a test inbox. */
export async function createInbox(service: TestService, tenant: { orgId: string; key: string }) {
  const fs = await createFilesystem(service, tenant);
  const { body } = await call(service, tenant.key, "POST", `${fs.base}/test-inbox`);
  const { id, secret }: { id: string; secret: string } = body;
  const route = `${fs.base}/webhooks/${id}`;
  return {
    id,
    fs,
    secret,
    route,
    read: async () => (await call(service, tenant.key, "GET", route)).body,
    received: async () => (await call(service, tenant.key, "GET", `${route}/inbox`)).body,
    put: (file: string, content = "x") =>
      call(service, tenant.key, "PUT", `${fs.base}/files?parents=true&path=${file}`, content),
  };
}

/** A sender for this test inbox, which it leaves open. */
export const createInboxSender = (inbox: Omit<LocalHost, "close">, resolver: Resolver) =>
  createSender({
    connectTo: new Map(),
    resolver,
    testInbox: { host: inbox.host, open: () => inbox.open(), close: async () => undefined },
    listeners: noListeners,
    deadlineMs: POLICY.deadlineMs,
    resendGapMs: POLICY.paceMs,
    slots: { count: POLICY.slots, waitMs: POLICY.slotWaitMs },
    attemptsPerHost: 1_000,
    userAgent: "Tidemark-Webhooks/1",
  });

/** Sends a request to a test inbox's listener as another program on the machine would; resolves to the status. */
export async function post(
  inbox: Pick<LocalHost, "open">,
  headers: Record<string, string>,
  body: string,
  method = "POST",
): Promise<number | undefined> {
  const { port } = await inbox.open();
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: "127.0.0.1", port, method, headers, rejectUnauthorized: false },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    sent.once("error", reject);
    sent.end(body);
  });
}

/** The frozen message that waits at a webhook, or its newest one. */
export async function frozen({ pool }: Pick<Services, "pool">, webhookId: string) {
  const { rows } = await pool.query<{ id: string; body: string }>(
    "SELECT id, body FROM message WHERE webhook_id = $1 ORDER BY cursor DESC LIMIT 1",
    [webhookId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("the webhook has no message");
  return row;
}
