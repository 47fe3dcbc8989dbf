import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { fanOutPending } from "@/lib/delivery/fan-out";
import { type Collector, startCollector } from "@/testing/collector";
import { type Delivering, startDelivering } from "@/testing/delivering";
import { startServiceWithEngine, type TestServiceWithEngine } from "@/testing/engine";
import { eventually } from "@/testing/eventually";
import { call, createFilesystem } from "@/testing/tenant";

let collector: Collector;
let delivering: Delivering;
let engine: TestServiceWithEngine;
let base: string;

beforeAll(async () => {
  collector = await startCollector();
  vi.stubEnv("OTEL_BSP_SCHEDULE_DELAY", "50");
  vi.stubEnv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test");
  delivering = await startDelivering(async ({ env, ...options }) => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
    engine = await startServiceWithEngine({
      ...options,
      env: { ...env, OTEL_EXPORTER_OTLP_ENDPOINT },
    });
    return engine;
  });
  ({ base } = await createFilesystem(delivering.service, delivering.tenant));
});
afterAll(async () => {
  await engine.closeAll();
  await delivering.endpoint.close();
  collector.close();
  vi.unstubAllEnvs();
});

const request = (method: string, route: string, body?: string | object) =>
  call(delivering.service, delivering.tenant.key, method, `${base}${route}`, body);
const named = (name: string) => collector.spans.filter((span) => span.name === name);
/** Until its run has ended, a webhook is not woken by writes. */
const idle = () =>
  eventually("the webhook has nothing to do", async () => {
    const { rows } = await engine.services.pool.query("SELECT wake_at FROM webhook");
    return rows.length === 1 && rows[0].wake_at === null;
  });
const PUT = "PUT /api/v1/orgs/{org_id}/filesystems/{fs_id}/files";

test("a write and the delivery of its change are one trace, in which nothing belongs to a customer", async () => {
  const { status } = await request("POST", "/webhooks", { url: "https://receiver.test/secret-at" });
  expect(status).toBe(201);
  await eventually("the resync", () => named("delivery attempt").length === 1);
  await idle();

  const put = await request("PUT", "/files?path=/secret-name", "secret content");
  expect(put.status).toBe(201);
  const attempt = await eventually("the attempt", () => named("delivery attempt")[1]);
  const write = await eventually("the write", () => named("write transaction")[0]);
  const asked = await eventually("the request", () => named(PUT)[0]);

  expect(asked).toMatchObject({
    kind: 2,
    attributes: {
      "http.request.method": "PUT",
      "http.response.status_code": 201,
      "tidemark.request_id": put.headers.get("x-request-id"),
    },
    resource: { "service.name": "tidemark", "deployment.environment.name": "test" },
  });
  expect(asked.parentSpanId).toBeUndefined();
  expect(write).toMatchObject({
    traceId: asked.traceId,
    parentSpanId: asked.spanId,
    attributes: { "tidemark.changes": 1 },
  });
  expect(attempt).toMatchObject({
    traceId: asked.traceId,
    parentSpanId: write.spanId,
    kind: 3,
    attributes: { "tidemark.attempt": 1, "tidemark.outcome": "delivered" },
    status: { code: 0 },
  });
  expect(collector.bodies.join("")).not.toMatch(/(org|fs|wh|key|msg|user)_[0-9a-z]{26}|secret-/);
  for (const { headers } of delivering.endpoint.requests)
    expect(headers.map(([name]) => name)).not.toContain("traceparent");
});

test("what fails is marked, without its message", async () => {
  delivering.respond = () => ({ status: 500 });
  const refused = await request("PUT", "/files?path=/none/secret-name", "x");
  expect(refused.status).toBe(409);
  await request("PUT", "/files?path=/secret-other", "x");
  const failed = await eventually("the failed attempt", () =>
    named("delivery attempt").find(({ status }) => status.code === 2),
  );
  expect(failed.attributes).toMatchObject({
    "error.type": "http_500",
    "tidemark.outcome": "http_500",
  });
  const refusal = await eventually("the refusal", () =>
    named(PUT).find(({ attributes }) => attributes["tidemark.error"] === "parent_not_found"),
  );
  // The caller's mistake is no error of the service.
  expect(refusal.status.code).toBe(0);
  expect(collector.bodies.join("")).not.toContain("secret-");
});

test("fanning out is a trace of its own", async () => {
  const { pool } = engine.services;
  await pool.query("UPDATE filesystem SET undispatched = true WHERE id = $1", [
    base.split("/").at(-1),
  ]);
  await fanOutPending(engine.services);
  const span = await eventually("the span", () => named("fan out")[0]);
  expect(span.parentSpanId).toBeUndefined();
  expect(span.attributes).toMatchObject({ "tidemark.webhooks_woken": expect.any(Number) });
});
