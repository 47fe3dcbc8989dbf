import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { freePort } from "@/lib/server/launch/free-port";
import { eventually } from "@/testing/eventually";
import type { Source } from "@/testing/mount-agreement";
import { mountIn, releaseMounts, type TestMount } from "@/testing/mounting";
import type { Child } from "@/testing/programs/children";
import { isReady, makeAccount, startService } from "@/testing/programs/service";
import { addTicket } from "@/testing/sftp";
import { call } from "@/testing/tenant";
import { startMirrorReceiver, type WebhookMirror } from "@/testing/webhook-mirror";

import { type FeedMirror, followFeed } from "./feed-mirror";
import { type Outages, watchOutages } from "./outages";

/** A filesystem of a whole service, and everything that shows it. */
export type Environment = {
  dataDir: string;
  source: Omit<Source, "folder">;
  /** One waits for the service at each close, the other does not. */
  mounts: readonly [TestMount, TestMount];
  gateway: { port: number; session: string; ticket: string };
  webhook: WebhookMirror;
  feed: FeedMirror;
  outages: Outages;
  /** Resolves when the service responds. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

const READY_MS = 120_000;

/** Starts all of it in a temporary directory. */
export async function openEnvironment(): Promise<Environment> {
  const directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-mount-oracle-"));
  chmodSync(directory, 0o711);
  const receiver = await startMirrorReceiver();
  const caFile = path.join(directory, "ca.pem");
  writeFileSync(caFile, receiver.options.ca);
  const port = await freePort();
  const settings = {
    ...receiver.options.env,
    WEBHOOK_CA_FILE: caFile,
    SFTP_PORT: String(port),
  };
  const children: Child[] = [];
  const { signal } = new AbortController();
  const started = (child: Child) => void children.push(child);
  const { origin, dataDir } = await startService(directory, settings, started, signal);
  const service = { url: origin };
  const { key, org } = await makeAccount({ TIDEMARK_DATA_DIR: dataDir });
  const { body } = await call(service, key, "POST", `/api/v1/orgs/${org}/filesystems`, {
    name: "oracle",
  });
  const id: string = body.id;
  const source = { service, key, base: `/api/v1/orgs/${org}/filesystems/${id}` };
  const webhook = await receiver.follow(source);
  const feed = followFeed(origin, key, source.base.slice("/api/v1".length));
  const mounts = await Promise.all([
    mountIn(service, { key }, id),
    mountIn(service, { key }, id, { durability: "behind" }),
  ]);
  const outages = watchOutages(() => isReady(origin));
  const { session, ticket } = await addTicket(service, { key }, id, "rw");
  return {
    dataDir,
    source,
    mounts,
    gateway: { port, session, ticket },
    webhook,
    feed,
    outages,
    ready: async () => void (await eventually("the service", () => isReady(origin), READY_MS)),
    async close() {
      await releaseMounts();
      await outages.close();
      await feed.close();
      for (const child of children) await child.stop();
      await receiver.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
