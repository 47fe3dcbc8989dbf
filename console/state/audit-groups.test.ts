import { expect, test } from "vitest";

import type { AuditEntry } from "@/console/queries/audit";

import { groupViews, isShort } from "./audit-groups";

const entry = (id: string, actor: string, action: string): AuditEntry => ({
  id,
  at: "2026-01-01T00:00:00.000Z",
  actor: { type: "user", id: actor, name: actor },
  action,
  target: { type: "webhook", id: null, name: null, present_name: null },
  filesystem_name: null,
  details: {},
  credential: null,
  address: null,
  request_id: null,
});

test("consecutive views by the same support user are one group", () => {
  const entries = [
    entry("1", "nora", "support.webhook_viewed"),
    entry("2", "nora", "support.stream_viewed"),
    entry("3", "ivo", "support.stream_viewed"),
    entry("4", "ada", "webhook.created"),
    entry("5", "ada", "webhook.deleted"),
    entry("6", "ivo", "support.stream_viewed"),
  ];
  const ids = groupViews(entries).map((group) => group.map(({ id }) => id).join(""));
  expect(ids).toEqual(["12", "3", "4", "5", "6"]);
});

const page = (row: (i: number) => AuditEntry) => Array.from({ length: 50 }, (_, i) => row(i));

test("pages of views are loaded by themselves until enough rows are in sight, at most five", () => {
  const views = page((i) => entry(`${i}`, "nora", "support.stream_viewed"));
  const changes = page((i) => entry(`${i}`, "ada", "webhook.created"));
  const few = views.with(3, entry("3", "ada", "webhook.created"));
  expect(isShort([views])).toBe(true);
  expect(isShort([changes])).toBe(false);
  expect(isShort([few, few, few, few])).toBe(true);
  expect(isShort([few, changes])).toBe(false);
  expect(isShort([views, views, views, views, views])).toBe(false);
});
