import { expect, test } from "vitest";

import {
  isAbout,
  listShown,
  readSupportFilters,
  STATES,
  type SupportWebhook,
  applySupportEvent,
} from "./support";

const ORG = "org_01kb3x6v7cf2dsk8xkqz4n5w9a";
const A = "wh_01kb3x6v7cf2dsk8xkqz4n5w9a";
const B = "wh_01kb3x6v7cf2dsk8xkqz4n5w9b";
const webhook = (id: string, failure = "http_500"): SupportWebhook => ({
  webhook_id: id,
  org_id: ORG,
  org_name: "Harbour",
  host: "hooks.example.com",
  state: "active",
  disabled_reason: null,
  last_failure: failure,
  failing_since: null,
  disables_at: null,
  next_attempt_at: null,
});

const NOW = Date.parse("2026-11-21T12:00:00.000Z");

const apply = (before: SupportWebhook[] | undefined, event: string, data: unknown) =>
  applySupportEvent(before, { event, data });
const isShown = (one: SupportWebhook, filters: ReturnType<typeof read>) =>
  listShown([one], filters, NOW).length === 1;
const read = (text: string) => readSupportFilters(new URLSearchParams(text));

test("events change the list in place; before the snapshot they are ignored", () => {
  expect(apply(undefined, "webhook", webhook(A))).toBeUndefined();
  const both = apply([webhook(B)], "webhook", webhook(A));
  expect(both?.map((one) => one.webhook_id)).toEqual([A, B]);
  expect(apply(both, "webhook", webhook(B, "timeout"))?.[1]?.last_failure).toBe("timeout");
  expect(apply(both, "removed", { id: A })).toEqual([webhook(B)]);
  expect(apply(both, "heartbeat", {})).toBe(both);
  expect(apply(both, "snapshot", { webhooks: [] })).toEqual([]);
});

test("a filter is a part of the host, the code, or the organisation's name or id", () => {
  const shown = (text: string) => isShown(webhook(A), read(text));
  expect(shown("")).toBe(true);
  for (const text of ["host=HOOKS", "code=500", "organisation=harb", `organisation=${ORG}`])
    expect(shown(text), text).toBe(true);
  for (const text of ["host=down", "code=timeout", "organisation=northwind", "state=disabled"])
    expect(shown(text), text).toBe(false);
  expect(read("state=y&age=old")).toEqual({});
});

test("a webhook that has failed for a short time is retrying, later it is failing", () => {
  const disables_at = "2026-11-24T00:00:00.000Z";
  const failing = { ...webhook(A), failing_since: "2026-11-21T10:59:00.000Z", disables_at };
  const retrying = { ...failing, failing_since: new Date(NOW - 60_000).toISOString() };
  const paused = { ...failing, state: "paused" as const };
  const states = (one: typeof failing) =>
    STATES.filter((state) => isShown(one, read(`state=${state}`)));
  expect([retrying, failing, paused].map(states)).toEqual([["retrying"], ["failing"], ["paused"]]);
});

test("those that need attention most come first", () => {
  const disables_at = "2026-11-22T10:00:00.000Z";
  const failing = { ...webhook(A), failing_since: "2026-11-21T10:00:00.000Z", disables_at };
  const retrying = { ...failing, failing_since: new Date(NOW - 60_000).toISOString() };
  const disabled = { ...webhook(B), state: "disabled" as const };
  expect(listShown([retrying, disabled, failing], {}, NOW)).toEqual([failing, disabled, retrying]);
});

test("an age filters by the time since the first failure, which a webhook must have", () => {
  const failing = { ...webhook(A), failing_since: "2026-11-21T10:59:00.000Z" };
  const ages = ["new", "hour", "day"].filter((age) => isShown(failing, read(`age=${age}`)));
  expect(ages).toEqual(["hour"]);
  expect(isShown(webhook(A), read("age=hour"))).toBe(false);
  expect(isShown(webhook(A), read("age=old"))).toBe(true);
});

test("an event concerns the webhook that it names", () => {
  expect(isAbout(A, { event: "webhook", data: webhook(A) })).toBe(true);
  expect(isAbout(A, { event: "removed", data: { id: A } })).toBe(true);
  expect(isAbout(A, { event: "removed", data: { id: B } })).toBe(false);
  expect(isAbout(A, { event: "heartbeat", data: null })).toBe(false);
});
