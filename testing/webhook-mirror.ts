import { expect } from "vitest";

import { connectApi } from "@/examples/receiver/api";
import { type FileInfo, parseMessage } from "@/examples/receiver/message";
import { list } from "@/examples/receiver/sync";
import { drain } from "@/lib/delivery/drain";
import { startReconciler } from "@/lib/delivery/reconciler";
import { createMirrorSync, type MirrorSync } from "@/tools/oracle/mirror-sync";

import { createAuthority } from "./certificates";
import { startEndpoint } from "./endpoint";
import { eventually } from "./eventually";
import type { Source } from "./mount-agreement";
import type { TestService } from "./service";
import { call } from "./tenant";

const HOST = "mirror.test";
const SETTLE_MS = 60_000;

/** Where a filesystem is, and a key that may create a webhook for it. */
type Followed = Omit<Source, "folder">;

/** A receiver that keeps the mirrors of webhooks, by cursor. */
export type MirrorReceiver = Awaited<ReturnType<typeof startMirrorReceiver>>;

/** The mirror of a whole filesystem. */
export type WebhookMirror = {
  /** Waits until all messages have arrived, and expects what a fresh listing shows. */
  expectAgreement(): Promise<void>;
  /** Waits until all messages have arrived, and returns the entries by path. */
  settled(): Promise<ReadonlyMap<string, FileInfo>>;
};

/** Start it before the service, which needs `options`; then `deliver`. Close it before the service. */
export async function startMirrorReceiver() {
  const authority = await createAuthority();
  const mirrors = new Map<string, MirrorSync>();
  const endpoint = await startEndpoint({
    certificate: await authority.issue([HOST]),
    respond({ path, body }) {
      const message = parseMessage(Buffer.from(body));
      const mirror = mirrors.get(path);
      if (message === null || mirror === undefined) return { status: 500 };
      mirror.accept({ type: message.type, ...message.data });
      return { status: 200 };
    },
  });
  const stops: (() => Promise<unknown>)[] = [];
  return {
    options: {
      ca: authority.ca,
      env: { WEBHOOK_CONNECT_TO: `${HOST}:443=127.0.0.1:${endpoint.port}` },
    },
    /** Sends the messages of a service. All hints are lost, so that its reconciler finds what is due. */
    deliver({ services }: Pick<TestService, "services">): void {
      const runs = new Set<Promise<unknown>>();
      const wakeWebhooks = (ids: readonly string[]) => {
        for (const id of ids) {
          const run = drain(services, id).finally(() => runs.delete(run));
          runs.add(run);
        }
      };
      const reconciler = startReconciler({ ...services, wakeWebhooks });
      stops.push(() => reconciler.stop().then(() => Promise.allSettled(runs)));
    },
    /** Creates a webhook for a filesystem. */
    async follow(source: Followed): Promise<WebhookMirror> {
      const { service, key } = source;
      const path = `/hook-${mirrors.size}`;
      const { signal } = new AbortController();
      const api = connectApi({ origin: service.url, key, retryForMs: SETTLE_MS, signal });
      const from = { api, base: source.base.slice("/api/v1".length), prefix: "/" };
      const failures: unknown[] = [];
      const mirror = createMirrorSync(from, (error) => failures.push(error));
      mirrors.set(path, mirror);
      const url = `https://${HOST}${path}`;
      const made = await call(service, key, "POST", `${source.base}/webhooks`, { url });
      expect(made.status).toBe(201);
      const webhook = `${source.base}/webhooks/${made.body.id}`;
      const settled = async () => {
        await eventually("all messages", () => isSettled(webhook, source, mirror), SETTLE_MS);
        expect(failures).toEqual([]);
        return mirror.entries();
      };
      const expectAgreement = async () =>
        expect(rows((await settled()).values())).toEqual(rows(await list(from)));
      return { settled, expectAgreement };
    },
    async close(): Promise<void> {
      for (const stop of stops) await stop();
      await endpoint.close();
    },
  };
}

async function isSettled(webhook: string, { service, key }: Followed, mirror: MirrorSync) {
  const { body, status } = await call(service, key, "GET", webhook);
  return status === 200 && body.pending_changes === 0 && mirror.isIdle();
}

/** One row for each entry but the root, which has no event of its own. */
const rows = (entries: Iterable<FileInfo>) =>
  [...entries]
    .filter(({ path }) => path !== "/")
    .map((entry) => Object.values(entry).join(" "))
    .toSorted();
