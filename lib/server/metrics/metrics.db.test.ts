import { afterAll, expect, test } from "vitest";

import { createPool } from "@/lib/db/pool";
import { drain } from "@/lib/delivery/drain";
import { mergeTexts } from "@/lib/metrics/merge-texts";
import { createMetrics, type Metrics } from "@/lib/metrics/metrics";
import { asOwner } from "@/testing/database";
import { createHook, skipWaits, useDelivering } from "@/testing/delivering";
import { eventually } from "@/testing/eventually";
import { blocksOf, explain, recordStatements } from "@/testing/plans";
import { startTcpProxy, type TcpProxy } from "@/testing/tcp-proxy";
import { call } from "@/testing/tenant";

import { observeDatabase } from "./observe-database";
import { observeDisks } from "./observe-disks";

const HISTORY = 20_000;
const all = useDelivering();

/** The samples of a metric as `labels value`, without the process. */
function read(text: string, name: string): string[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith(`${name}{`))
    .map((line) =>
      line
        .slice(name.length)
        .replace(/,?process="\w+"/, "")
        .replace("{,", "{"),
    );
}

const own = (metrics: Metrics) => metrics.text("web");

test("requests are counted by operation and class of the status, errors by code", async () => {
  const { service, tenant } = all;
  await call(service, tenant.key, "GET", "/api/v1/me");
  await call(service, tenant.key, "GET", `/api/v1/orgs/${tenant.orgId}/filesystems?limit=-1`);
  await call(service, null, "GET", "/api/v1/me");
  const text = await own(service.services.metrics);
  expect(read(text, "tidemark_http_requests_total")).toEqual(
    expect.arrayContaining([
      '{operation="getMe",method="GET",status="2xx"} 1',
      '{operation="listFilesystems",method="GET",status="4xx"} 1',
      '{operation="getMe",method="GET",status="4xx"} 1',
    ]),
  );
  expect(read(text, "tidemark_http_errors_total")).toEqual([
    '{code="validation_error"} 1',
    '{code="unauthenticated"} 1',
  ]);
  expect(read(text, "tidemark_http_request_duration_seconds_count")).toContain(
    '{operation="getMe"} 2',
  );
  for (const id of [tenant.orgId, tenant.keyId]) expect(text).not.toContain(id);
});

test("attempts are counted by outcome, and a message's latency once, however often it is sent", async () => {
  const { services } = all.service;
  const hook = await createHook(all);
  await drain(services, hook.id);
  const before = read(await own(services.metrics), "tidemark_delivery_latency_seconds_count");
  expect(before).toEqual(["{} 0"]);
  all.respond = () => ({ status: 503 });
  await hook.put("/a");
  await skipWaits(all, hook.id);
  await drain(services, hook.id);
  all.respond = () => ({ status: 200 });
  await skipWaits(all, hook.id);
  await drain(services, hook.id);
  expect(hook.received()).toHaveLength(3);
  const text = await own(services.metrics);
  expect(read(text, "tidemark_delivery_attempt_duration_seconds_count")).toEqual([
    '{outcome="delivered"} 2',
    '{outcome="http_5xx"} 1',
  ]);
  expect(read(text, "tidemark_delivery_latency_seconds_count")).toEqual(["{} 1"]);
  expect(read(text, "tidemark_delivery_latency_seconds_bucket")).toContain('{le="1800"} 1');
});

test("the backlog tells webhooks that wait for us from those that wait for their endpoint", async () => {
  const { services } = all.service;
  const waiting = await createHook(all);
  const failing = await createHook(all);
  for (const hook of [waiting, failing]) {
    await drain(services, hook.id);
    await hook.put("/a");
    await asOwner(
      all.service,
      `UPDATE change SET at = now() - interval '${hook === waiting ? "100 s" : "1 h"}' WHERE filesystem_id = '${hook.fs.id}'`,
    );
  }
  await asOwner(
    all.service,
    `UPDATE webhook SET last_failure_at = now() - interval '10 s', last_failure = 'timeout' WHERE id = '${failing.id}'`,
  );
  const metrics = createMetrics();
  observeDatabase({ metrics, pool: services.pool });
  const text = await own(metrics);
  expect(read(text, "tidemark_webhooks_behind")).toEqual([
    '{endpoint="healthy"} 1',
    '{endpoint="failing"} 1',
  ]);
  const ages = read(text, "tidemark_oldest_undelivered_change_age_seconds").map((line) =>
    Math.floor(Number(line.split(" ")[1]) / 100),
  );
  expect(ages).toEqual([1, 36]);
  expect(read(text, "tidemark_undelivered_changes")).toEqual(["{} 2"]);
  expect(read(text, "tidemark_database_up")).toEqual(["{} 1"]);
  expect(read(text, "tidemark_filesystems")).not.toEqual(["{} 0"]);
  const states = read(text, "tidemark_webhooks");
  expect(states).toHaveLength(5);
  expect(states).toContain('{state="paused"} 0');
});

test("however many ask, the database is asked once, and never reads what grows with history", async () => {
  const { service } = all;
  const hook = await createHook(all);
  await hook.put("/a");
  await asOwner(
    service,
    `INSERT INTO change (filesystem_id, cursor, kind, path)
     SELECT '${hook.fs.id}', 1000 + i, 'created', '/a' FROM generate_series(1, ${HISTORY}) i;
     INSERT INTO delivery (id, webhook_id, type, status, after, cursor, event_count, size, body_sha256)
     SELECT 'msg_' || lpad(i::text, 26, '0'), '${hook.id}', 'files.changed', 'delivered', i, i, 1, 1, ''
     FROM generate_series(1, ${HISTORY}) i;
     ANALYZE`,
  );
  const metrics = createMetrics();
  observeDatabase({ metrics, pool: service.services.pool });
  const sent = await recordStatements(async () => {
    await Promise.all(Array.from({ length: 20 }, () => own(metrics)));
    await own(metrics);
  });
  // The backlog and the totals.
  expect(sent).toHaveLength(2);
  const plans = await explain(service, sent);
  for (const plan of plans) {
    expect(JSON.stringify(plan)).not.toMatch(/"Relation Name":"(delivery|attempt|message)"/);
    expect(blocksOf(plan)).toBeLessThan(200);
  }
  expect(JSON.stringify(plans[0])).not.toMatch(/"Seq Scan"[^}]*"Relation Name":"change"/);
});

let proxy: TcpProxy | undefined;
afterAll(() => proxy?.close());

test("without a database there are still the metrics of the processes", async () => {
  const { settings } = all.service.services;
  const url = new URL(settings.databaseUrl ?? "");
  proxy = await startTcpProxy({ url: url.href });
  url.host = new URL(proxy.url).host;
  const pool = createPool(url.href, 2);
  const metrics = createMetrics();
  observeDatabase({ metrics, pool });
  observeDisks({ metrics, settings });
  proxy.cut();
  const text = mergeTexts([await own(metrics)]);
  expect(read(text, "tidemark_database_up")).toEqual(["{} 0"]);
  expect(read(text, "tidemark_webhooks_behind")).toEqual([]);
  expect(read(text, "tidemark_oldest_wakeup_age_seconds")).toEqual([]);
  expect(read(text, "process_resident_memory_bytes")).toHaveLength(1);
  expect(read(text, "tidemark_disk_free_bytes")).toEqual([
    expect.stringMatching(/^\{directory="data"\} \d+/),
    expect.stringMatching(/^\{directory="blobs"\} \d+/),
  ]);
  proxy.restore();
  // A failure is not kept.
  await eventually("the database to be up", async () =>
    (await own(metrics)).includes('tidemark_database_up{process="web"} 1'),
  );
  await pool.end();
});
