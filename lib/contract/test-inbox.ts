import { z } from "zod";

import { Cursor, FilesystemParams, Id, none, Timestamp } from "./common";
import { MESSAGE } from "./deliveries";
import { formatLimit, LIMITS } from "./limits";
import { operation } from "./operation";
import { TEST_INBOX_URL } from "./test-inbox-url";
import { newWebhook, NewWebhook, readable, rw, WebhookParams, WEBHOOKS } from "./webhooks";

const InboxMessage = z
  .object({
    id: Id("msg"),
    type: z.enum(["files.changed", "files.resync"]).meta({ example: "files.resync" }),
    cursor: Cursor,
    event_count: z.int().meta({ example: 0 }),
    received_at: Timestamp.meta({ description: "When it first arrived and was verified." }),
    signed_at: Timestamp.meta({ description: "Its `webhook-timestamp`, which was verified." }),
    times_received: z.int().meta({ description: "How often it arrived, verified each time." }),
    body: z
      .string()
      .nullable()
      .meta({
        example: MESSAGE,
        description: `The body as received; null beyond the newest ${formatLimit(LIMITS.inboxBytes)} bytes.`,
      }),
  })
  .meta({ id: "InboxMessage" });

export const testInbox = {
  create: operation({
    id: "createTestInbox",
    method: "POST",
    path: "/api/v1/orgs/{org_id}/filesystems/{fs_id}/test-inbox",
    summary:
      "Create a test inbox: a webhook whose messages the service itself receives, verifies and shows",
    access: rw,
    rate: "management",
    params: FilesystemParams,
    query: none,
    result: NewWebhook,
    example: {
      result: { ...newWebhook.result, url: TEST_INBOX_URL, path_prefix: "/", description: "" },
    },
    status: 201,
    errors: ["test_inbox_exists", "webhook_limit_reached"],
  }),
  read: operation({
    id: "readTestInbox",
    method: "GET",
    path: `${WEBHOOKS}/{webhook_id}/inbox`,
    summary: `Read what a test inbox received, newest first; kept for a day, at most ${LIMITS.inboxMessages}`,
    access: readable,
    rate: "management",
    params: WebhookParams,
    query: none,
    result: z.array(InboxMessage),
    status: 200,
    errors: [],
  }),
};
