import { setTimeout as sleep } from "node:timers/promises";

import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";

import { createHook, type Hook, useDelivering } from "@/testing/delivering";
import { mostBetween, type Received } from "@/testing/endpoint";
import { eventually } from "@/testing/eventually";
import { createRandom } from "@/testing/fuzz/random";
import { repeats } from "@/testing/repeats";
import { call } from "@/testing/tenant";

import { drain } from "./drain";
import { fanOutPending } from "./fan-out";
import { reconcile } from "./reconciler";

// Everything users can do to webhooks, in any order, while many runs deliver. LIFE_SEED repeats the
// choices.
const seed = Number(process.env["LIFE_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const forMs = repeats(3_000, 600_000);

/** What must hold at any moment (spec 8.27); a query returns the rows that break it. */
const INVARIANTS = {
  "a webhook in need has a timer": `SELECT id FROM webhook WHERE state = 'active'
    AND (wake_at IS NULL) <> (lease_until IS NULL AND msg_id IS NULL AND NOT resync AND target_cursor <= position AND resend_cursor IS NULL)`,
  "a webhook that is not active has no timer": `SELECT id FROM webhook WHERE state <> 'active' AND wake_at IS NOT NULL`,
  "no change that concerns a webhook is unseen": `SELECT w.id FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id
    WHERE w.state = 'active' AND NOT w.resync AND EXISTS (SELECT FROM change c WHERE c.filesystem_id = f.id
      AND c.cursor > greatest(w.position, w.target_cursor, CASE WHEN w.msg_id IS NOT NULL THEN w.sent_cursor END) AND c.cursor <= f.dispatched_cursor AND change_touches(c.kind, c.path, c.path2, w.path_prefix))`,
  "the frozen message is there": `SELECT w.id FROM webhook w LEFT JOIN message m ON m.webhook_id = w.id AND m.cursor = w.sent_cursor
    WHERE w.msg_id IS NOT NULL AND (m.id IS DISTINCT FROM w.msg_id OR m.cursor <= w.position)`,
  "cursors rise": `SELECT id FROM (SELECT id, created_at, lag(created_at) OVER (PARTITION BY webhook_id ORDER BY cursor) AS before FROM delivery) d
    WHERE created_at < before`,
  "one message waits at most": `SELECT webhook_id FROM delivery WHERE status = 'waiting' GROUP BY webhook_id HAVING count(*) > 1`,
  "what waits is what the webhook holds": `SELECT d.id FROM delivery d JOIN webhook w ON w.id = d.webhook_id
    WHERE (d.status = 'waiting') <> (w.msg_id IS NOT DISTINCT FROM d.id)`,
  "attempts do not overlap": `SELECT id FROM (SELECT a.id, a.started_at, lag(a.started_at + a.duration_ms * interval '1 ms')
      OVER (PARTITION BY d.webhook_id ORDER BY a.started_at) AS before
      FROM attempt a JOIN delivery d ON d.id = a.delivery_id) t WHERE started_at < before - interval '2 ms'`,
  "only a 2xx moves the cursor": `SELECT w.id FROM webhook w WHERE w.acked_cursor <> coalesce((SELECT max(d.cursor) FROM delivery d
    WHERE d.webhook_id = w.id AND d.status = 'delivered'
      AND EXISTS (SELECT FROM attempt a WHERE a.delivery_id = d.id AND a.outcome = 'delivered' AND NOT a.manual)), 0)`,
  "nothing is ahead of the head": `SELECT w.id FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id
    WHERE greatest(w.position, w.target_cursor, w.sent_cursor, w.acked_cursor) > f.head`,
  "what the log shows has its body": `SELECT d.id FROM delivery d LEFT JOIN message m ON m.webhook_id = d.webhook_id AND m.cursor = d.cursor
    WHERE m.id IS DISTINCT FROM d.id`,
  "every attempt is counted": `SELECT id FROM (SELECT w.id,
      (SELECT count(*) FROM attempt a JOIN delivery d ON d.id = a.delivery_id WHERE d.webhook_id = w.id AND a.outcome <> 'ours') AS made,
      (SELECT coalesce(sum(s.n), 0) FROM delivery_stat s WHERE s.webhook_id = w.id) AS counted FROM webhook w) t WHERE made <> counted`,
};

const all = useDelivering();

const query = (text: string, values: unknown[] = []) =>
  all.service.services.pool.query(text, values);

async function findBroken(): Promise<string[]> {
  const results = await Promise.all(
    Object.entries(INVARIANTS).map(async ([name, sql]) => {
      const { rows } = await query(sql);
      return rows.length === 0 ? [] : [`${name}: ${JSON.stringify(rows)}`];
    }),
  );
  return results.flat();
}

type Living = Hook & { secrets: string[] };

const random = createRandom(seed);
const post = (hook: Living, route: string) =>
  call(all.service, all.tenant.key, "POST", hook.route + route);
const verb = (hook: Living, name: string) => post(hook, `:${name}`);

const edit = async (hook: Living, body: object) =>
  (await call(all.service, all.tenant.key, "PATCH", hook.route, body)).status;

/** What can happen to a webhook; each returns the status of the API, or null. */
const ACTIONS: Record<string, (hook: Living) => Promise<number | null>> = {
  write: async (hook) => (await hook.put(`/d${random.below(3)}/f${random.below(5)}`)).status,
  "retry-now": async (hook) => (await verb(hook, "retry-now")).status,
  enable: async (hook) => (await verb(hook, "enable")).status,
  pause: async (hook) => (await verb(hook, "pause")).status,
  resume: async (hook) => (await verb(hook, "resume")).status,
  resync: async (hook) => (await verb(hook, "resync")).status,
  edit: (hook) => edit(hook, { path_prefix: random.pick(["/", "/d0", "/d1", "/d2"]) }),
  move: (hook) => edit(hook, { url: `https://receiver.test${hook.path}?v=${random.below(9)}` }),
  resend: async (hook) => {
    const { body } = await call(all.service, all.tenant.key, "GET", `${hook.route}/deliveries`);
    if (body.length === 0) return null;
    return (await post(hook, `/deliveries/${random.pick<{ id: string }>(body).id}:resend`)).status;
  },
  "rotate-secret": async (hook) => {
    const { status, body } = await verb(hook, "rotate-secret");
    if (status === 200) hook.secrets.push(body.secret);
    return status;
  },
  "24 hours pass": async (hook) => {
    await query(
      "UPDATE webhook SET disable_at = clock_timestamp(), not_before = greatest(not_before, clock_timestamp()), wake_at = clock_timestamp() WHERE id = $1 AND failing_since IS NOT NULL AND state = 'active' AND lease_until IS NULL",
      [hook.id],
    );
    return null;
  },
};

/** Drains due webhooks, with more runs than there are webhooks, until it is stopped. */
function deliverAll(hooks: readonly Living[]): () => Promise<void> {
  const stopping = new AbortController();
  const repeat = async (work: () => Promise<unknown>, restMs: number) => {
    while (!stopping.signal.aborted) {
      await work();
      await sleep(restMs);
    }
  };
  const runs = [...hooks, ...hooks].map((hook) => drain.bind(null, all.service.services, hook.id));
  const working = Promise.all([
    ...runs.map((run) => repeat(run, 5)),
    repeat(() => fanOutPending(all.service.services), 20),
    repeat(() => reconcile(all.service.services), 20),
  ]);
  return async () => {
    stopping.abort();
    await working;
  };
}

// What must have happened for a run to prove anything; a slow machine may need longer.
const TELLING = [
  "write 200",
  "retry-now 202",
  "rotate-secret 200",
  "pause 200",
  "resume 200",
  "resync 202",
  "edit 200",
  "move 200",
  "resend 202",
];

/**
 * Does everything to any of the webhooks, in any order, for a while and until it proves something.
 */
async function live(hooks: readonly Living[]): Promise<void> {
  const happened = new Set<string>();
  const names = ["write", "write", "write", "enable", "resume", ...Object.keys(ACTIONS)];
  const startedAt = performance.now();
  const isOver = () =>
    performance.now() - startedAt > forMs && TELLING.every((what) => happened.has(what));
  while (!isOver()) {
    expect(performance.now() - startedAt).toBeLessThan(forMs + 60_000);
    const name = random.pick(names);
    const status = await ACTIONS[name]?.(random.pick(hooks));
    expect(status ?? 0).toBeLessThan(500);
    happened.add(`${name} ${status}`);
    expect(await findBroken()).toEqual([]);
  }
}

/** Waits until a webhook has delivered everything, in whatever state it was. */
async function catchUp(hook: Living): Promise<void> {
  await verb(hook, "enable");
  await verb(hook, "resume");
  await eventually(
    `webhook ${hook.id} is up to date`,
    async () => {
      await query("UPDATE webhook SET not_before = 'epoch' WHERE id = $1", [hook.id]);
      const { rows } = await query(
        "SELECT state, wake_at FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id WHERE w.id = $1 AND NOT f.undispatched",
        [hook.id],
      );
      return rows[0]?.state === "active" && rows[0].wake_at === null;
    },
    20_000,
  );
}

/**
 * What the endpoint saw: rising cursors, the same bytes at each try, a second between starts, and
 * right signatures.
 */
function checkReceived(hook: Living): void {
  const bodies = new Map<string | undefined, string>();
  let before: Received | undefined;
  for (const request of hook.received()) {
    const { headers, body } = request;
    const named = Object.fromEntries(headers);
    const verifying = hook.secrets.filter((secret) => verifies(secret, body, named));
    expect(verifying).toHaveLength(named["webhook-signature"]?.split(" ").length ?? 0);
    expect(body).toBe(bodies.get(named["webhook-id"]) ?? body);
    if (before) expect(mostBetween(before, request)).toBeGreaterThanOrEqual(1_000);
    bodies.set(named["webhook-id"], body);
    before = request;
  }
  const cursors = [...bodies.values()].map((body) => Number(JSON.parse(body).data.cursor));
  expect(cursors.toSorted((a, b) => a - b)).toEqual(cursors);
}

function verifies(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

test(
  `whatever people do, deliveries keep their promises (LIFE_SEED=${seed})`,
  { timeout: forMs + 180_000 },
  async () => {
    console.log(`life: LIFE_SEED=${seed}, ${forMs} ms`);
    all.respond = () =>
      random.chance(20)
        ? "reset"
        : { status: random.chance(40) ? 500 : 200, afterMs: random.below(60) };
    const prefixes = ["/", "/d0", "/d1", "/d2"];
    const made = await Promise.all(prefixes.map((prefix) => createHook(all, prefix)));
    const hooks = made.map((hook) => ({
      ...hook,
      secrets: [hook.secret],
      received: () => all.endpoint.requests.filter(({ path }) => path.split("?")[0] === hook.path),
    }));
    const stop = deliverAll(hooks);
    try {
      await live(hooks);
      all.respond = () => ({ status: 200 });
      await Promise.all(hooks.map(catchUp));
      expect(await findBroken()).toEqual([]);
    } finally {
      await stop();
    }
    for (const hook of hooks) checkReceived(hook);
  },
);
