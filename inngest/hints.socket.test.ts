import { createServer } from "node:http";

import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { portOf } from "@/testing/endpoint";
import { eventually } from "@/testing/eventually";

import { inngest } from "./client";
import { createHints } from "./hints";

const WINDOW_MS = 200;
/** The hints of each request, as webhook ids; "changes" for `changes/committed`. */
const requests: string[][] = [];
const traces: (string | undefined)[] = [];
const engine = createServer((incoming, outgoing) => {
  let body = "";
  incoming.on("data", (data) => (body += String(data)));
  incoming.on("end", () => {
    const events: { data: { webhook_id?: string; trace?: string } }[] = JSON.parse(body);
    traces.push(...events.map(({ data }) => data.trace));
    requests.push(events.map(({ data }) => data.webhook_id ?? "changes"));
    outgoing.setHeader("content-type", "application/json");
    outgoing.end(JSON.stringify({ ids: events.map(() => "id"), status: 200 }));
  });
});
beforeAll(async () => {
  await new Promise<void>((resolve) => engine.listen(0, "127.0.0.1", resolve));
  vi.stubEnv("INNGEST_BASE_URL", `http://127.0.0.1:${portOf(engine)}`);
  vi.stubEnv("INNGEST_EVENT_KEY", "key");
  inngest.setEnvVars(process.env);
});
beforeEach(() => void [requests, traces].map((seen) => seen.splice(0)));
afterAll(() => {
  vi.unstubAllEnvs();
  engine.closeAllConnections();
  engine.close();
});

test("the first hint goes at once, and those of the next moment together and each once", async () => {
  const hints = createHints(WINDOW_MS, () => undefined);
  hints.wakeWebhooks(["wh_1"]);
  hints.wakeWebhooks(["wh_2", "wh_3"]);
  hints.changesCommitted();
  hints.wakeWebhooks(["wh_2"]);
  hints.changesCommitted();
  await eventually("both requests", () => requests.length === 2);
  expect(requests).toEqual([["wh_1"], ["changes", "wh_2", "wh_3"]]);
});

test("a hint names the write that woke the webhook, the last of several", async () => {
  const hints = createHints(WINDOW_MS, () => undefined);
  hints.wakeWebhooks(["wh_1"], "first");
  hints.wakeWebhooks(["wh_1"], "second");
  hints.wakeWebhooks(["wh_2"]);
  hints.wakeWebhooks(["wh_1"], "third");
  hints.wakeWebhooks(["wh_1"]);
  await eventually("both requests", () => requests.length === 2);
  expect(traces).toEqual(["first", "third", undefined]);
});

test("many hints take as many requests as an Inngest server can take", async () => {
  const hints = createHints(WINDOW_MS, () => undefined);
  hints.wakeWebhooks(Array.from({ length: 2_500 }, (_, n) => `wh_${n}`));
  await eventually("all requests", () => requests.length === 3);
  expect(requests.map((ids) => ids.length).toSorted((a, b) => a - b)).toEqual([500, 1_000, 1_000]);
});
