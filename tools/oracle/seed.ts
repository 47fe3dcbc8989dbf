import { connectApi, type Api } from "@/examples/receiver/api";
import { list } from "@/examples/receiver/sync";

import type { Violation } from "./checks";
import { below, compare, compareContents, type Source } from "./compare";
import { createManager, type Managed } from "./manager";
import { createMirrorSync, type MirrorSync } from "./mirror-sync";
import { somePrefix } from "./operations";
import { seeded } from "./random";
import type { ReceiverPool, Subscriber } from "./receivers";
import type { OracleService } from "./service";
import { write, type Written } from "./writer";

/** A filesystem with some webhooks and a writer; the seed determines everything they do. */
export type Seed = {
  seed: number;
  filesystemId: string;
  write(operations: number, onOperation: () => void): Promise<void>;
  /** The receivers behave from now on. */
  calm(): void;
  /** Whether no mirror has a listing pending. */
  isIdle(): boolean;
  /** Requests the waiting messages now instead of after their backoff. */
  retryNow(webhookIds: ReadonlySet<string>): Promise<void>;
  /** Compares every mirror with the tree. */
  check(): Promise<void>;
  written(): Written | null;
};

type Hook = Managed & { mirrorSync: MirrorSync };

const MAX_WEBHOOKS = 3;
const RETRY_FOR_MS = 120_000;
const SHOWN = 5;

/** Creates the filesystem and its webhooks through the API. Violations are passed to `broken`. */
export async function openSeed(
  seed: number,
  service: OracleService,
  receiverPool: ReceiverPool,
  broken: Broken,
): Promise<Seed> {
  const { account, machines } = service;
  const origins = machines.map(({ origin }) => origin);
  const { signal } = new AbortController();
  const api = connectApi({
    origin: origins[seed % origins.length] ?? "",
    key: account.key,
    retryForMs: RETRY_FOR_MS,
    signal,
  });
  const made = await api.call("POST", `/orgs/${account.org}/filesystems`, {
    json: { name: `seed ${seed}` },
  });
  const filesystemId = text(made.json, "id");
  const base = `/orgs/${account.org}/filesystems/${filesystemId}`;
  const random = seeded(seed, "webhooks");
  const count = 1 + random.below(MAX_WEBHOOKS);
  const hooks: Hook[] = [];
  for (let part = 0; part < count; part += 1) {
    const prefix = part === 0 ? "/" : somePrefix(random);
    hooks.push(await addHook({ seed, part, api, base, prefix, receiverPool, broken }));
  }
  let written: Written | null = null;
  return {
    seed,
    filesystemId,
    async write(operations, onOperation) {
      const target = { origins, key: account.key, base: `/api/v1${base}` };
      const manager = createManager({ target, hooks, receiverPool, random: seeded(seed, "verbs") });
      const work = () => {
        onOperation();
        manager.onOperation();
      };
      const options = { ...target, operations, onOperation: work };
      written = await write({ ...options, random: seeded(seed, "operations") });
      await manager.finish();
    },
    calm() {
      for (const { subscriber } of hooks) subscriber.calm = true;
    },
    isIdle: () => hooks.every(({ mirrorSync }) => mirrorSync.isIdle()),
    async retryNow(webhookIds) {
      for (const { id } of hooks.filter((hook) => webhookIds.has(hook.id)))
        await api.call("POST", `${base}/webhooks/${id}:retry-now`).catch(() => undefined);
    },
    async check() {
      if (written === null) return;
      const source = { api, base, written, origin: origins[0] ?? "", key: account.key };
      await checkSeed(seed, hooks, source, broken);
    },
    written: () => written,
  };
}

type Broken = (violation: Violation) => void;

async function checkSeed(seed: number, hooks: readonly Hook[], source: Source, broken: Broken) {
  const tree = await list({ ...source, prefix: "/" });
  const report = (webhook: string, rule: string, lines: string[]) => {
    const detail = `${lines.length}: ${lines.slice(0, SHOWN).join("; ")}`;
    if (lines.length > 0) broken({ seed, webhook, rule, detail });
  };
  for (const { id, source: own, mirrorSync } of hooks)
    report(id, "mirror", await compare(below(tree, own.prefix), mirrorSync.entries(), source));
  report("", "contents", await compareContents(tree, source));
}

type HookOptions = {
  seed: number;
  part: number;
  api: Api;
  base: string;
  prefix: string;
  receiverPool: ReceiverPool;
  broken: Broken;
};

async function addHook({
  seed,
  part,
  api,
  base,
  prefix,
  receiverPool,
  broken,
}: HookOptions): Promise<Hook> {
  let known: ((secret: string) => void) | undefined;
  const hook = { id: `webhook ${part}` };
  const report = (rule: string, detail: string) => broken({ seed, webhook: hook.id, rule, detail });
  const source = { api, base, prefix };
  const mirrorSync = createMirrorSync(source, (error) => report("listing", String(error)));
  const subscriber: Subscriber = {
    mirrorSync,
    random: seeded(seed, "receivers", part),
    secret: new Promise((resolve) => (known = resolve)),
    resends: new Map(),
    calm: false,
    broken: report,
  };
  const url = receiverPool.add(subscriber);
  const { json } = await api.call("POST", `${base}/webhooks`, {
    json: { url, path_prefix: prefix },
  });
  hook.id = text(json, "id");
  known?.(text(json, "secret"));
  return { id: hook.id, source, mirrorSync, subscriber };
}

function text(json: unknown, name: string): string {
  const value =
    typeof json === "object" && json !== null ? new Map(Object.entries(json)).get(name) : undefined;
  if (typeof value !== "string") throw new Error(`the service's response has no ${name}`);
  return value;
}
