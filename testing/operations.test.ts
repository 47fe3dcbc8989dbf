import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

import { hasPrometheus, promtool } from "./prometheus";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found = ""]) => found);

const alerts = all(read("ops/alerts.yml"), /- alert: (\w+)/g);

test("each alert has a section of the runbook, a link to it, and a test that it fires", () => {
  expect(alerts.length).toBeGreaterThan(15);
  const sections = all(read("docs/operate.md"), /^### (Tidemark\w+)$/gm);
  expect(sections).toEqual(alerts);
  const links = all(read("ops/alerts.yml"), /runbook_url: (\S+)/g);
  expect(links).toEqual(alerts.map((name) => `docs/operate.md#${name.toLowerCase()}`));
  const fired = all(read("ops/alerts.test.yml"), /alertname="(\w+)"/g);
  expect(fired).toEqual(alerts);
  expect(existsSync(path.join(root, "docs/operate.md"))).toBe(true);
});

test.skipIf(!hasPrometheus)("the alerts fire for what they are about, and no others do", () => {
  expect(promtool(["check", "rules", path.join(root, "ops/alerts.yml")])).toContain("SUCCESS");
  expect(promtool(["check", "config", path.join(root, "ops/prometheus.yml")])).toContain("SUCCESS");
  expect(promtool(["test", "rules", path.join(root, "ops/alerts.test.yml")])).toContain("SUCCESS");
});
