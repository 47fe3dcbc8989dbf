import { expect, test } from "vitest";

import { webhookHealth } from "./webhook-summary";

test.each([
  [{ total: 0 }, "No webhooks"],
  [{ total: 1 }, "1 healthy webhook"],
  [{ total: 4 }, "4 healthy webhooks"],
  [{ total: 3, failing: 1, disabled: 1 }, "1 of 3 failing, 1 disabled"],
  [{ total: 5, retrying: 2 }, "2 of 5 retrying"],
  [{ total: 2, disabled: 2 }, "2 of 2 disabled"],
  [{ total: 3, paused: 1 }, "1 of 3 paused"],
])("%j reads %s", (counts, summary) => {
  expect(webhookHealth({ retrying: 0, failing: 0, paused: 0, disabled: 0, ...counts })).toBe(
    summary,
  );
});
