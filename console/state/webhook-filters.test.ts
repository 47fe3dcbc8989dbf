import { expect, test } from "vitest";

import type { Webhook } from "@/console/queries/webhooks";

import { narrowWebhooks, readWebhookFilters } from "./webhook-filters";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const webhook = (url: string, rest: Partial<Webhook> = {}) =>
  ({
    url,
    path_prefix: "/",
    description: "",
    state: "active",
    disabled_reason: null,
    failing_since: null,
    disables_at: null,
    ...rest,
  }) as Webhook;
const LIST = [
  webhook("https://hooks.example.com/in"),
  webhook("https://erp.example.com/in", {
    failing_since: "2026-11-21T11:50:00.000Z",
    disables_at: "2026-11-22T11:50:00.000Z",
  }),
  webhook("https://crm.example.com/in", { path_prefix: "/Letters", state: "disabled" }),
  webhook("https://old.example.com/in", { description: "Search index", state: "paused" }),
];

test("filters come from the URL, and invalid values are ignored", () => {
  expect(readWebhookFilters(new URLSearchParams("q=erp&status=failing"))).toEqual({
    text: "erp",
    kind: "failing",
  });
  expect(readWebhookFilters(new URLSearchParams("status=ill"))).toEqual({
    text: "",
    kind: undefined,
  });
});

test("text matches the URL and the prefix in any case; counts cover the matches only", () => {
  const { shown, counts, found } = narrowWebhooks(LIST, { text: "letters", kind: undefined }, NOW);
  expect(shown.map(({ url }) => url)).toEqual(["https://crm.example.com/in"]);
  expect(found).toBe(1);
  expect(counts.find(({ kind }) => kind === "disabled")?.count).toBe(1);
  expect(counts.find(({ kind }) => kind === "healthy")?.count).toBe(0);
});

test("text matches the description, too", () => {
  expect(narrowWebhooks(LIST, { text: "index", kind: "paused" }, NOW).shown).toEqual([LIST[3]]);
});

test("a status narrows the list and leaves the counts", () => {
  const { shown, counts } = narrowWebhooks(LIST, { text: "", kind: "retrying" }, NOW);
  expect(shown).toEqual([LIST[1]]);
  expect(counts.map(({ count }) => count)).toEqual([1, 1, 0, 1, 1]);
});
