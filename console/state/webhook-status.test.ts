import { expect, test } from "vitest";

import { byUrgency, statusOf } from "./webhook-status";

const SINCE = "2026-01-01T00:00:00.000Z";
const since = Date.parse(SINCE);
const HOUR = 3_600_000;
const active = { state: "active", disabled_reason: null } as const;

test("an active webhook without a failure since its last success is healthy", () => {
  expect(statusOf({ ...active, failing_since: null, disables_at: null }, since)).toEqual({
    kind: "healthy",
  });
});

// Later than 24 hours after the first failure, as after a pause.
const disables_at = "2026-01-02T03:00:00.000Z";
const failing = { ...active, failing_since: SINCE, disables_at };
const at = (now: number) => statusOf(failing, now);

test("it is retrying for the first hour, then failing, and disabled when the service says", () => {
  const disablesAt = since + 27 * HOUR;
  expect(at(since + HOUR - 1)).toEqual({ kind: "retrying", since, disablesAt });
  expect(at(since + HOUR)).toEqual({ kind: "failing", since, disablesAt });
});

test("a paused webhook is paused, whether it was failing or not", () => {
  for (const failing_since of [null, SINCE])
    expect(statusOf({ ...failing, state: "paused", failing_since }, since)).toEqual({
      kind: "paused",
    });
});

test("a disabled webhook has the reason, whatever it failed with before", () => {
  const webhook = { state: "disabled", disabled_reason: "access_revoked" } as const;
  expect(statusOf({ ...failing, ...webhook }, since)).toEqual({
    kind: "disabled",
    reason: "access_revoked",
  });
});

const iso = (ms: number) => new Date(ms).toISOString();

test("what is disabled soonest comes first, then what is disabled, then what has been retrying for longest", () => {
  const now = since + 12 * HOUR;
  const unhealthy = (name: string, sinceMs: number, endsMs: number) => ({
    ...active,
    name,
    failing_since: iso(sinceMs),
    disables_at: iso(endsMs),
  });
  const none = { failing_since: null, disables_at: null };
  const list = [
    { ...active, ...none, name: "healthy" },
    unhealthy("retrying", now - 60_000, now + 24 * HOUR),
    unhealthy("retrying for longer", now - 120_000, now + 24 * HOUR),
    { ...none, state: "disabled" as const, disabled_reason: "failing" as const, name: "disabled" },
    unhealthy("failing", since, now + 12 * HOUR),
    unhealthy("about to be disabled", since + HOUR, now + 1_000),
  ];
  expect(list.toSorted(byUrgency(now)).map(({ name }) => name)).toEqual([
    "about to be disabled",
    "failing",
    "disabled",
    "retrying for longer",
    "retrying",
    "healthy",
  ]);
});
