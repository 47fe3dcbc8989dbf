import { execFileSync } from "node:child_process";

import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { createBatcher } from "@/lib/concurrency/batcher";
import { log } from "@/lib/log";
import { type Collector, startCollector } from "@/testing/collector";
import { eventually } from "@/testing/eventually";

import { createOtlpTracing } from "./otlp-tracing";

let collector: Collector;
const open = () => createOtlpTracing(`${collector.url}/v1/traces`);
const named = (name: string) => collector.spans.filter((span) => span.name === name);

beforeAll(async () => {
  collector = await startCollector();
  vi.stubEnv("OTEL_BSP_SCHEDULE_DELAY", "20");
});
afterAll(() => {
  vi.unstubAllEnvs();
  collector.close();
});

test("work done together belongs to the trace of the first and links to the others", async () => {
  const tracing = open();
  const write = createBatcher<object, null>(
    10,
    (_, items) =>
      tracing.span({ name: "together", of: items }, async () => {
        await new Promise((resolve) => setImmediate(resolve));
        return items.map(() => null);
      }),
    () => false,
  );
  const ask = (name: string) =>
    tracing.span({ name }, async () => {
      const item = {};
      tracing.carry(item);
      await write("key", item);
    });
  // What no span carries must not fall into the trace of the request that happens to run.
  const untraced = async () => {
    const item = {};
    tracing.carry(item);
    await write("other", item);
  };
  await Promise.all([ask("a"), ask("b"), ask("c")]);
  await untraced();
  await tracing.close();

  const [a, b, c] = ["a", "b", "c"].map((name) => named(name)[0]);
  const [alone, both, none] = named("together");
  expect(alone).toMatchObject({ traceId: a?.traceId, parentSpanId: a?.spanId });
  expect(alone?.links ?? []).toEqual([]);
  expect(both).toMatchObject({ traceId: b?.traceId, parentSpanId: b?.spanId });
  expect(both?.links).toMatchObject([{ traceId: c?.traceId, spanId: c?.spanId }]);
  expect(none?.parentSpanId).toBeUndefined();
});

test("the span of another process is continued; what is no traceparent begins a trace", async () => {
  const tracing = open();
  const seen = await tracing.span({ name: "sender" }, async () => tracing.current());
  for (const given of [seen, "00-short-b7ad6b7169203331-01", undefined])
    await tracing.within(given, () => tracing.span({ name: "receiver" }, async () => undefined));
  await tracing.close();
  const [sender] = named("sender");
  expect(seen).toBe(`00-${sender?.traceId}-${sender?.spanId}-01`);
  expect(named("receiver").map(({ parentSpanId }) => parentSpanId)).toEqual([
    sender?.spanId,
    undefined,
    undefined,
  ]);
});

test("a collector that refuses is logged once, and again when it takes spans", async () => {
  const lines: string[] = [];
  const note = (_: unknown, line?: string) => void lines.push(line ?? String(_));
  const warn = vi.spyOn(log, "warn").mockImplementation(note);
  const info = vi.spyOn(log, "info").mockImplementation(note);
  const tracing = open();
  const ping = (name: string) => tracing.span({ name }, async () => undefined);
  collector.respond(400);
  await ping("lost");
  await eventually("the warning", () => lines.length === 1);
  await ping("lost too");
  collector.respond(200);
  await eventually("the end of it", async () => {
    await ping("kept");
    return lines.length === 2;
  });
  expect(lines).toEqual([
    "failed to export traces; spans are dropped",
    "traces are exported again",
  ]);
  await tracing.close();
  for (const spy of [warn, info]) spy.mockRestore();
});

const LOADED = `
  const { createRequire } = await import("node:module");
  const { openTracing } = await import("@/lib/tracing/open-tracing");
  await import("@/lib/server/open-services");
  const [url] = process.argv.slice(1);
  await openTracing({ tracesUrl: url });
  const files = Object.keys(createRequire(process.cwd() + "/").cache);
  console.log(files.filter((file) => /@opentelemetry.(sdk|exporter)/.test(file)).length);
`;

/** How many files of the packages a process of its own has loaded. */
const loaded = (...url: string[]) =>
  Number(
    execFileSync(
      process.execPath,
      ["--import", "tsx/esm", "--input-type=module", "-e", LOADED, ...url],
      { encoding: "utf8" },
    ),
  );

test("without a collector nothing of it is loaded", () => {
  expect(loaded()).toBe(0);
  expect(loaded("http://127.0.0.1:1/")).toBeGreaterThan(10);
});
