import { expect, test } from "vitest";

import { hrefOf, sentenceOf } from "./notices";

const shared = {
  id: "notice_1",
  created_at: "2026-11-24T00:00:00.000Z",
  unread: true,
  webhook_id: null,
  filesystem_id: "fs_1",
  api_key_id: null,
};
const webhook = (news: "failing" | "disabled" | "recovered", disabled_reason: string | null) =>
  ({
    ...shared,
    topic: "webhooks",
    news,
    webhook_id: "wh_1",
    detail: {
      host: "hooks.example.com",
      filesystem_name: "{date}",
      last_failure: "http_500",
      disabled_reason,
    },
  }) as const;
const usage = (filesystem_name: string | null) =>
  ({
    ...shared,
    topic: "usage",
    news: "usage",
    filesystem_id: filesystem_name === null ? null : "fs_1",
    detail: { kind: "bytes", percent: 81, filesystem_name },
  }) as const;
const key = {
  ...shared,
  topic: "api_keys",
  news: "expires_soon",
  detail: { name: "ci", last4: "abcd", days: 3, expires_at: "2026-12-01T00:00:00.000Z" },
} as const;

test.each([
  [webhook("failing", null), "has been failing for an hour (http_500)"],
  [webhook("recovered", null), "is healthy again"],
  [webhook("disabled", "failing"), "was disabled after 24 hours of failures (http_500)"],
  [webhook("disabled", "access_revoked"), "was disabled: its creator lost access"],
])("a notice of a webhook names its host, and a name of a slot stays a name", (notice, news) =>
  expect(sentenceOf(notice)).toBe(`hooks.example.com on date ${news}`),
);

test("a notice of a webhook that still exists tells it from others of its host", () => {
  expect(sentenceOf(webhook("recovered", null), "hooks.example.com/billing · Importer")).toBe(
    "hooks.example.com/billing · Importer on date is healthy again",
  );
});

test("a notice of an API key or a limit names it", () => {
  expect(sentenceOf(key)).toBe("API key ci (…abcd) expires on {date}");
  expect(sentenceOf(usage("tickets"))).toBe("tickets has used 81% of its storage");
  expect(sentenceOf(usage(null))).toBe("Your organisation has used 81% of its storage");
});

test("each links to what it is about, or to the list it was in", () => {
  expect(hrefOf("org_1", webhook("failing", null))).toBe("/o/org_1/filesystems/fs_1/webhooks/wh_1");
  expect(hrefOf("org_1", { ...webhook("failing", null), webhook_id: null })).toBe(
    "/o/org_1/webhooks",
  );
  expect(hrefOf("org_1", usage("tickets"))).toBe("/o/org_1/filesystems/fs_1/usage");
  expect(hrefOf("org_1", usage(null))).toBe("/o/org_1/settings");
  expect(hrefOf("org_1", key)).toBe("/o/org_1/keys");
});
