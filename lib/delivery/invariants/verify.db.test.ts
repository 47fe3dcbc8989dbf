import { afterAll, beforeAll, expect, test } from "vitest";

import { drain } from "@/lib/delivery/drain";
import { fanOutChanges } from "@/lib/delivery/fan-out";
import { newId } from "@/lib/ids";
import { asOwner } from "@/testing/database";
import { createHook, type Delivering, startDelivering } from "@/testing/delivering";

import { RULE_NAMES, verify } from "./verify";

// Each invariant is broken by SQL, and exactly that one is reported. Constraints that make some of
// them impossible are dropped first: the query must find what a missing constraint would allow.
let delivering: Delivering;
let hook: Awaited<ReturnType<typeof createHook>>;
beforeAll(async () => {
  delivering = await startDelivering();
  hook = await createHook(delivering);
  const { services } = delivering.service;
  for (const statement of [
    "ALTER TABLE webhook DROP CONSTRAINT webhook_no_lost_wakeup, DROP CONSTRAINT webhook_failing",
    "ALTER TABLE filesystem DROP CONSTRAINT filesystem_cursors, DROP CONSTRAINT filesystem_webhook_count_check",
  ])
    await asOwner(delivering.service, statement);
  await drain(services, hook.id);
  for (const file of ["/a", "/b"]) {
    await hook.put(file);
    await fanOutChanges(services, [hook.fs.id]);
    await services.pool.query("UPDATE webhook SET pace_until = 'epoch', not_before = 'epoch'");
    await drain(services, hook.id);
  }
  // Waits were skipped, so the log shows messages closer together than they can be.
  await spread();
  expect(hook.received()).toHaveLength(3);
});
afterAll(() => delivering.close());

const sql = (text: string) => delivering.service.services.pool.query(text);

/** As if the requests had been ten seconds apart, long ago. */
function spread() {
  return sql(`
    UPDATE attempt a SET started_at = x.at, first_byte_at = x.at FROM (
      SELECT id, clock_timestamp() - interval '1 min' + interval '10 s' * row_number() OVER (ORDER BY id) AS at FROM attempt) x
    WHERE a.id = x.id`);
}

const found = async () =>
  (await verify(delivering.service.services.db)).map(({ rule, ids }) => ({ rule, ids }));

test("a healthy database breaks no rule", async () => {
  expect(await found()).toEqual([]);
});

test("an attempt recorded late by a suspended process does not count as a second one in flight", async () => {
  await sql("UPDATE attempt SET first_byte_at = clock_timestamp() + interval '10 s'");
  expect(await found()).toEqual([]);
  await spread();
});

const LAST = "(SELECT max(id) FROM delivery)";
const ATTEMPT = "(SELECT max(id) FROM attempt)";
const breaks: [rule: string, id: "webhook" | "filesystem" | "log", statement: string][] = [
  [
    "need-without-timer",
    "webhook",
    "UPDATE webhook SET wake_at = clock_timestamp() + interval '1 h'",
  ],
  [
    "behind-but-clean",
    "filesystem",
    "UPDATE filesystem SET dispatched_cursor = dispatched_cursor - 1",
  ],
  [
    "unseen-change",
    "webhook",
    "UPDATE webhook SET position = 2, target_cursor = 2, acked_cursor = 2, sent_cursor = 2; UPDATE delivery SET cursor = 2, after = 1, event_count = 1 WHERE type = 'files.changed' AND cursor = 2; DELETE FROM delivery WHERE cursor > 2",
  ],
  [
    "reconciler-behind",
    "webhook",
    "UPDATE webhook SET target_cursor = 3, resync = true, wake_at = clock_timestamp() - interval '3 s'",
  ],
  [
    "frozen-message",
    "webhook",
    "UPDATE webhook SET msg_id = 'msg_other', wake_at = clock_timestamp() + interval '1 s'",
  ],
  ["ahead-of-head", "webhook", "UPDATE webhook SET target_cursor = 100, position = 100"],
  ["gap-in-history", "filesystem", "DELETE FROM change WHERE cursor = 1"],
  ["history-kept", "filesystem", "UPDATE change SET at = clock_timestamp() - interval '2 h'"],
  ["failing-clock", "webhook", "UPDATE webhook SET failing_since = clock_timestamp()"],
  [
    "impossible-time",
    "webhook",
    "UPDATE webhook SET pace_until = clock_timestamp() + interval '1 min'",
  ],
  ["too-many-webhooks", "filesystem", "UPDATE filesystem SET webhook_count = 2"],
  ["creator-without-access", "webhook", "UPDATE api_key SET revoked_at = clock_timestamp()"],
  [
    "cursor-not-rising",
    "log",
    `UPDATE delivery SET created_at = created_at - interval '1 d' WHERE id = ${LAST}`,
  ],
  [
    "two-in-flight",
    "log",
    `UPDATE attempt SET duration_ms = 60000 WHERE id <> ${ATTEMPT}; UPDATE attempt SET started_at = x.at, first_byte_at = x.at FROM (SELECT max(first_byte_at) + interval '2 s' AS at FROM attempt WHERE id <> ${ATTEMPT}) x WHERE id = ${ATTEMPT}`,
  ],
  [
    "under-a-second",
    "log",
    `UPDATE attempt SET duration_ms = 1; UPDATE attempt SET started_at = x.at, first_byte_at = x.at FROM (SELECT max(first_byte_at) + interval '0.9 s' AS at FROM attempt WHERE id <> ${ATTEMPT}) x WHERE id = ${ATTEMPT}`,
  ],
  [
    "other-bytes",
    "log",
    "UPDATE message SET body = body || ' ' WHERE cursor = (SELECT max(cursor) FROM message)",
  ],
  [
    "started-after-stop",
    "log",
    `UPDATE webhook SET state = 'disabled', disabled_reason = 'access_revoked', stopped_at = (SELECT first_byte_at - interval '11 s' FROM attempt WHERE id = ${ATTEMPT}) + interval '0.5 s'`,
  ],
  ["moved-without-response", "webhook", "UPDATE webhook SET acked_cursor = acked_cursor - 1"],
  ["spans-barrier", "log", "UPDATE change SET kind = 'barrier' WHERE cursor = 3"],
  ["skipped-change", "log", `DELETE FROM delivery WHERE cursor = 2`],
  ["wrong-event-count", "log", `UPDATE delivery SET event_count = 5 WHERE id = ${LAST}`],
  ["log-kept", "log", "UPDATE delivery SET created_at = created_at - interval '8 days'"],
];

test.each(breaks)("%s is reported, and nothing else", async (rule, what, statement) => {
  const { pool, db } = delivering.service.services;
  const tables = ["filesystem", "webhook", "change", "delivery", "attempt", "message", "api_key"];
  for (const table of tables)
    await asOwner(delivering.service, `CREATE TABLE kept_${table} AS TABLE ${table}`);
  try {
    await pool.query(statement);
    const violations = await verify(db);
    expect(violations.map((violation) => violation.rule)).toEqual([rule]);
    expect(violations[0]?.means.length).toBeGreaterThan(20);
    if (what !== "log")
      expect(violations[0]?.ids).toEqual([what === "webhook" ? hook.id : hook.fs.id]);
  } finally {
    await restore(tables);
  }
});

test("a request that a slow process recorded seconds late is no fault of the next one", async () => {
  const { pool } = delivering.service.services;
  await asOwner(delivering.service, "CREATE TABLE kept_attempt AS TABLE attempt");
  // The last two, of which the ids are from now.
  const record = async (seconds: number[]) => {
    const { rows } = await pool.query("SELECT id FROM attempt ORDER BY id DESC LIMIT 2");
    for (const [n, { id }] of rows.toReversed().entries())
      await pool.query(
        `UPDATE attempt SET id = $2, duration_ms = 1, started_at = x.at, first_byte_at = x.at
         FROM (SELECT clock_timestamp() + make_interval(secs => $3) AS at) x WHERE id = $1`,
        [id, newId("att"), seconds[n]],
      );
  };
  try {
    await record([-2, -1.1]);
    expect((await found()).map(({ rule }) => rule)).toEqual(["under-a-second"]);
    await record([3, 3.9]);
    expect(await found()).toEqual([]);
  } finally {
    await restore(["attempt"]);
  }
});

async function restore(tables: readonly string[]) {
  const statements = tables.flatMap((table) => [
    `DELETE FROM ${table}`,
    `INSERT INTO ${table} SELECT * FROM kept_${table}`,
    `DROP TABLE kept_${table}`,
  ]);
  // Without foreign keys, so that tables can be restored in any order and nothing cascades.
  await asOwner(
    delivering.service,
    `SET session_replication_role = replica; ${statements.join("; ")}`,
  );
}

test("every rule is broken by one of these", () => {
  expect(breaks.map(([rule]) => rule).toSorted()).toEqual(RULE_NAMES.toSorted());
});
