import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { freePort } from "@/lib/server/launch/free-port";

import { eventually } from "./eventually";
import type { Child } from "./programs/children";
import { makeAccount, startService } from "./programs/service";
import { hasPrometheus, type Prometheus, promtool, startPrometheus } from "./prometheus";

const TOKEN = "a-token-of-24-characters";
const OWN = /\b(?:tidemark|process|nodejs)_[a-z_]+\b/g;
const NAME = /^# TYPE (\S+) (\w+)$/gm;

type Panel = { title: string; targets?: { expr: string }[] };
const dashboard: { panels: Panel[] } = JSON.parse(
  readFileSync("ops/grafana-dashboard.json", "utf8"),
);
const queries = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ title, expr: expr.replaceAll("$instance", ".*") })),
);
const rules = [...readFileSync("ops/alerts.yml", "utf8").matchAll(/- alert: (\w+)/g)];

// Without Prometheus nothing below can run.
describe.skipIf(!hasPrometheus)("a service that Prometheus watches", () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-operations-"));
  const children: Child[] = [];
  const ending = new AbortController();
  let origin: string;
  let prometheus: Prometheus;
  let sftp: net.Socket;

  const scrape = async (headers: Record<string, string>) => {
    const response = await fetch(`${origin}/metrics`, { headers });
    return { status: response.status, text: await response.text() };
  };
  const metrics = () => scrape({ authorization: `Bearer ${TOKEN}` });

  beforeAll(async () => {
    const port = await freePort();
    const settings = { SFTP_PORT: String(port), METRICS_TOKEN: TOKEN };
    const service = await startService(
      directory,
      settings,
      (child) => children.push(child),
      ending.signal,
    );
    origin = service.origin;
    const { key, org } = await makeAccount({
      TIDEMARK_DATA_DIR: service.dataDir,
      PORT: new URL(origin).port,
    });
    const call = (method: string, route: string, body: string, type = "application/json") =>
      fetch(`${origin}/api/v1/orgs/${org}/filesystems${route}`, {
        method,
        headers: { authorization: `Bearer ${key}`, "content-type": type },
        body,
      });
    const made: { id: string } = await (await call("POST", "", '{"name":"files"}')).json();
    const webhook = await call("POST", `/${made.id}/test-inbox`, "{}");
    expect(webhook.status).toBe(201);
    await call("PUT", `/${made.id}/files?path=/a`, "x", "application/octet-stream");
    sftp = net.connect(port, "127.0.0.1");
    prometheus = await startPrometheus(new URL(origin).host, TOKEN);
  }, 900_000);
  afterAll(async () => {
    sftp?.destroy();
    await prometheus?.stop();
    ending.abort();
    await Promise.all(children.map((child) => child.stop()));
    rmSync(directory, { recursive: true, force: true });
  });

  test("one scrape has web, worker and gateway, in the form that Prometheus wants", async () => {
    const text = await eventually(
      "the gateway's metrics",
      async () => {
        const seen = await metrics();
        return seen.text.includes('process="sftp"') && seen.text;
      },
      120_000,
    );
    promtool(["check", "metrics"], text);
    for (const name of ["web", "worker", "sftp"])
      expect(text).toContain(`process_resident_memory_bytes{process="${name}"}`);
    // A connection that does not log in lasts 20 seconds.
    expect(text).toMatch(/tidemark_sftp_connections\{process="sftp"\} [01]\n/);
    expect(text).toMatch(/tidemark_webhooks\{state="healthy",process="web"\} 1/);
    // Neither ids nor paths.
    expect(text).not.toMatch(/(org|fs|wh|key|msg)_[0-9a-z]{26}/);
    expect((await scrape({})).status).toBe(404);
  });

  test("every panel of the dashboard and every alert asks for what there is, without an error", async () => {
    await eventually(
      "a scrape with a delivery",
      async () => {
        const delivered = 'tidemark_delivery_attempt_duration_seconds_count{outcome="delivered"}';
        return (await prometheus.query(delivered)).length > 0;
      },
      120_000,
    );
    const { text } = await metrics();
    const known = new Set(
      [...text.matchAll(NAME)].flatMap(([, name = "", type]) =>
        type === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    );
    expect(queries.length).toBeGreaterThan(30);
    for (const { title, expr } of queries) {
      const unknown = [...expr.matchAll(OWN)]
        .map(([name]) => name)
        .filter((name) => !known.has(name));
      expect({ title, unknown }).toEqual({ title, unknown: [] });
      const result = await prometheus.query(expr).catch((error: unknown) => error);
      expect({ title, result }).toEqual({ title, result: expect.any(Array) });
    }
    const evaluated = await eventually("the alerts to be evaluated", async () => {
      const found = await prometheus.rules();
      return found.length > 0 && found.every(({ health }) => health !== "unknown") && found;
    });
    expect(evaluated).toHaveLength(rules.length);
    for (const { name, health, lastError = "" } of evaluated)
      expect({ name, health, lastError }).toEqual({ name, health: "ok", lastError: "" });
    const used = [...readFileSync("ops/alerts.yml", "utf8").matchAll(OWN)].map(([name]) => name);
    expect(used.filter((name) => !known.has(name))).toEqual([]);
  });
});
