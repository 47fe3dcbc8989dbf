import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";

import { type Delivery, mergeDeliveries } from "./deliveries";
import { applyDeliveryEvent, applyWebhookEvent, mergePushed } from "./webhook-events";
import { type Webhook, webhookQuery, webhooksQuery } from "./webhooks";

const params = { org_id: "org_a", fs_id: "fs_b" };
const A = "wh_01kb3x6v7cf2dsk8xkqz4n5w9a";
const B = "wh_01kb3x6v7cf2dsk8xkqz4n5w9b";
const webhook = (id: string, changes: Partial<Webhook> = {}): Webhook => ({
  id,
  filesystem_id: "fs_01kb3x6v7cf2dsk8xkqz4n5w9a",
  url: "https://hooks.example.com/in",
  path_prefix: "/",
  description: "",
  state: "active",
  disabled_reason: null,
  created_by: "key:key_01kb3x6v7cf2dsk8xkqz4n5w9a",
  created_by_name: "backend",
  created_at: "2026-01-01T00:00:00.000Z",
  last_success_at: null,
  last_failure_at: null,
  last_failure: null,
  last_failure_detail: null,
  previous_secret_expires_at: null,
  failing_since: null,
  disables_at: null,
  next_attempt_at: null,
  cursor: "0",
  pending_changes: 0,
  pending_since: null,
  pending_message: false,
  ...changes,
});

test("a filesystem's webhooks are added, changed and removed in the cache", () => {
  const cache = new QueryClient();
  const { queryKey } = webhooksQuery(params);
  const take = (event: string, data: unknown) => {
    applyWebhookEvent(cache, params, { event, data });
    return cache.getQueryData(queryKey);
  };
  expect(take("snapshot", { webhooks: [webhook(A)] })).toEqual([webhook(A)]);
  expect(take("webhook", webhook(B))).toHaveLength(2);
  expect(take("webhook", webhook(A, { cursor: "7" }))?.map(({ cursor }) => cursor)).toEqual([
    "7",
    "0",
  ]);
  expect(take("removed", { id: A })).toEqual([webhook(B)]);
  expect(take("heartbeat", {})).toEqual([webhook(B)]);
});

test("one webhook's stream updates it, and only a snapshot resets it", () => {
  const cache = new QueryClient();
  const one = { ...params, webhook_id: A };
  const first = { webhook: webhook(A), deliveries: [] };
  expect(applyDeliveryEvent(cache, one, { event: "snapshot", data: first })).toEqual({
    deliveries: [],
    isSnapshot: true,
  });
  const changed = webhook(A, { state: "disabled", disabled_reason: "failing" });
  const applied = applyDeliveryEvent(cache, one, { event: "webhook", data: changed });
  expect(applied.isSnapshot).toBe(false);
  expect(cache.getQueryData(webhookQuery(one).queryKey)).toEqual(changed);
});

const delivery = (number: number, status: Delivery["status"] = "delivered"): Delivery => ({
  id: `msg_${number}`,
  webhook_id: A,
  type: "files.changed",
  status,
  cursor: "1",
  event_count: 1,
  size: 10,
  created_at: "2026-01-01T00:00:00.000Z",
  delivered_at: null,
  next_attempt_at: null,
  attempts: [],
});

test("after a gap, what a snapshot does not hold is as the log has it", () => {
  const before = mergePushed([], { deliveries: [delivery(100, "in_flight")], isSnapshot: false });
  const newest = Array.from({ length: 50 }, (_, i) => delivery(160 - i));
  const pushed = mergePushed(before, { deliveries: newest, isSnapshot: true });
  const log = mergeDeliveries([[...newest, delivery(100)]], pushed, {}, 0).flat();
  expect(log.find(({ id }) => id === "msg_100")?.status).toBe("delivered");
  expect(log).toHaveLength(51);
  // Without one, what was pushed stays, each in its latest version.
  const [first, second] = mergePushed(before, { deliveries: [delivery(101)], isSnapshot: false });
  expect([first?.id, second?.status]).toEqual(["msg_101", "in_flight"]);
});
