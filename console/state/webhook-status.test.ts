import { expect, test } from "vitest";

import { statusOf } from "./webhook-status";

const SINCE = "2026-01-01T00:00:00.000Z";
const since = Date.parse(SINCE);
const HOUR = 3_600_000;
const active = { state: "active", disabled_reason: null } as const;

test("an active webhook without a failure since its last success is healthy", () => {
  expect(statusOf({ ...active, failing_since: null }, since)).toEqual({ kind: "healthy" });
});

const at = (now: number) => statusOf({ ...active, failing_since: SINCE }, now);

test("it is retrying for the first hour, then failing, and disabled 24 hours after the first failure", () => {
  const disablesAt = since + 24 * HOUR;
  expect(at(since + HOUR - 1)).toEqual({ kind: "retrying", since, disablesAt });
  expect(at(since + HOUR)).toEqual({ kind: "failing", since, disablesAt });
});

test("a paused webhook is paused, whether it was failing or not", () => {
  for (const failing_since of [null, SINCE])
    expect(statusOf({ state: "paused", disabled_reason: null, failing_since }, since)).toEqual({
      kind: "paused",
    });
});

test("a disabled webhook has the reason, whatever it failed with before", () => {
  const webhook = { state: "disabled", disabled_reason: "access_revoked" } as const;
  expect(statusOf({ ...webhook, failing_since: SINCE }, since)).toEqual({
    kind: "disabled",
    reason: "access_revoked",
  });
});
