import { connectApi, type Api } from "@/examples/receiver/api";
import { list } from "@/examples/receiver/sync";

import type { Violation } from "./checks";
import { below, compare, compareContents, type Source } from "./compare";
import { createKeeper, type Keeper } from "./mirror-sync";
import { somePrefix } from "./operations";
import { seeded } from "./random";
import type { ReceiverFarm, Subscriber } from "./receivers";
import type { OracleService } from "./service";
import { write, type Written } from "./writer";

/** A filesystem with some webhooks and a writer; the seed determines everything they do. */
export type Seed = {
  seed: number;
  filesystemId: string;
  write(operations: number, did: () => void): Promise<void>;
  /** The receivers behave from now on. */
  calm(): void;
  /** Whether no mirror has a listing pending. */
  settled(): boolean;
  /** Requests the waiting messages now instead of after their backoff. */
  hurry(webhookIds: ReadonlySet<string>): Promise<void>;
  /** Compares every mirror with the tree. */
  check(): Promise<void>;
  written(): Written | null;
};

type Hook = { id: string; prefix: string; keeper: Keeper; subscriber: Subscriber };

const MOST_WEBHOOKS = 3;
const PATIENCE_MS = 120_000;
const SHOWN = 5;

/** Creates the filesystem and its webhooks through the API. Violations are passed to `broken`. */
export async function openSeed(
  seed: number,
  service: OracleService,
  farm: ReceiverFarm,
  broken: Broken,
): Promise<Seed> {
  const { account, machines } = service;
  const origins = machines.map(({ origin }) => origin);
  const { signal } = new AbortController();
  const api = connectApi({
    origin: origins[seed % origins.length] ?? "",
    key: account.key,
    patienceMs: PATIENCE_MS,
    signal,
  });
  const made = await api.call("POST", `/orgs/${account.org}/filesystems`, {
    json: { name: `seed ${seed}` },
  });
  const filesystemId = text(made.json, "id");
  const base = `/orgs/${account.org}/filesystems/${filesystemId}`;
  const random = seeded(seed, "webhooks");
  const count = 1 + random.below(MOST_WEBHOOKS);
  const hooks: Hook[] = [];
  for (let part = 0; part < count; part += 1) {
    const prefix = part === 0 ? "/" : somePrefix(random);
    hooks.push(await addHook({ seed, part, api, base, prefix, farm, broken }));
  }
  let written: Written | null = null;
  return {
    seed,
    filesystemId,
    async write(operations, did) {
      const options = { origins, key: account.key, base: `/api/v1${base}`, operations, did };
      written = await write({ ...options, random: seeded(seed, "operations") });
    },
    calm() {
      for (const { subscriber } of hooks) subscriber.calm = true;
    },
    settled: () => hooks.every(({ keeper }) => keeper.settled()),
    async hurry(webhookIds) {
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
  const tell = (webhook: string, rule: string, lines: string[]) => {
    const detail = `${lines.length}: ${lines.slice(0, SHOWN).join("; ")}`;
    if (lines.length > 0) broken({ seed, webhook, rule, detail });
  };
  for (const { id, prefix, keeper } of hooks)
    tell(id, "mirror", await compare(below(tree, prefix), keeper.entries(), source));
  tell("", "contents", await compareContents(tree, source));
}

type HookOptions = {
  seed: number;
  part: number;
  api: Api;
  base: string;
  prefix: string;
  farm: ReceiverFarm;
  broken: Broken;
};

async function addHook({
  seed,
  part,
  api,
  base,
  prefix,
  farm,
  broken,
}: HookOptions): Promise<Hook> {
  let known: ((secret: string) => void) | undefined;
  const hook = { id: `webhook ${part}` };
  const tell = (rule: string, detail: string) => broken({ seed, webhook: hook.id, rule, detail });
  const keeper = createKeeper({ api, base, prefix }, (error) => tell("listing", String(error)));
  const subscriber: Subscriber = {
    keeper,
    random: seeded(seed, "receivers", part),
    secret: new Promise((resolve) => (known = resolve)),
    calm: false,
    broken: tell,
  };
  const url = farm.add(subscriber);
  const { json } = await api.call("POST", `${base}/webhooks`, {
    json: { url, path_prefix: prefix },
  });
  hook.id = text(json, "id");
  known?.(text(json, "secret"));
  return { id: hook.id, prefix, keeper, subscriber };
}

function text(json: unknown, name: string): string {
  const value =
    typeof json === "object" && json !== null ? new Map(Object.entries(json)).get(name) : undefined;
  if (typeof value !== "string") throw new Error(`the service's response has no ${name}`);
  return value;
}
