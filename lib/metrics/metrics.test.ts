import { expect, test } from "vitest";

import { mergeTexts } from "./merge-texts";
import { createMetrics } from "./metrics";

const samples = (text: string, name: string) =>
  text.split("\n").filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));

test("the metrics of several processes are one text, each below its own description once", async () => {
  const web = createMetrics();
  const worker = createMetrics();
  web.request("putFile", "PUT", 201, 0.02);
  worker.attempt("http_503", 1);
  worker.attempt("http_500", 1);
  worker.attempt("delivered", 0.1);
  const text = mergeTexts([await web.text("web"), await worker.text("worker")]);
  expect(samples(text, "tidemark_http_requests_total")).toEqual([
    'tidemark_http_requests_total{operation="putFile",method="PUT",status="2xx",process="web"} 1',
  ]);
  const attempts = "tidemark_delivery_attempt_duration_seconds_count";
  expect(samples(text, attempts)).toEqual([
    `${attempts}{process="worker",outcome="http_5xx"} 2`,
    `${attempts}{process="worker",outcome="delivered"} 1`,
  ]);
  expect(samples(text, "process_resident_memory_bytes")).toHaveLength(2);
  const described = text.match(/^# TYPE \S+/gm) ?? [];
  expect(described.length).toBeGreaterThan(10);
  expect(new Set(described).size).toBe(described.length);
});

test("what is watched is read when someone asks, and what is not known is left out", async () => {
  const metrics = createMetrics();
  let readings: { value: number }[] = [{ value: 3 }];
  metrics.watch({ name: "tidemark_seen", help: "Seen.", read: () => readings });
  metrics.watch({
    name: "tidemark_kinds_total",
    help: "Kinds.",
    labels: ["kind"],
    rises: true,
    read: () => [{ labels: { kind: "a" }, value: readings.length }],
  });
  // A second source of the same name adds to the first.
  metrics.watch({
    name: "tidemark_kinds_total",
    help: "Kinds.",
    labels: ["kind"],
    rises: true,
    read: () => [{ labels: { kind: "b" }, value: 7 }],
  });
  const first = await metrics.text("web");
  expect(samples(first, "tidemark_seen")).toEqual(['tidemark_seen{process="web"} 3']);
  expect(samples(first, "tidemark_kinds_total")).toEqual([
    'tidemark_kinds_total{kind="a",process="web"} 1',
    'tidemark_kinds_total{kind="b",process="web"} 7',
  ]);
  readings = [];
  const second = await metrics.text("web");
  expect(samples(second, "tidemark_seen")).toEqual([]);
  expect(samples(second, "tidemark_kinds_total")).toHaveLength(2);
});
