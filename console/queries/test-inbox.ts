import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { testInboxApi } from "@/lib/api-client/calls/test-inbox";
import { webhooksApi } from "@/lib/api-client/calls/webhooks";
import { reach, readRefusal, request } from "@/lib/api-client/request";
import type { testInbox } from "@/lib/contract/test-inbox";
import { isTestInbox } from "@/lib/contract/test-inbox-url";

import { nestedFileUrl } from "./entries";
import type { FilesystemIds, WebhookIds } from "./webhooks";

/** A message that a test inbox received and verified. */
export type InboxMessage = z.infer<typeof testInbox.read.result>[number];

/** What a test inbox received; `revision` changes when there may be more. */
export const inboxQuery = (params: WebhookIds, revision: string) =>
  queryOptions({
    queryKey: ["webhook", params.webhook_id, "inbox", revision],
    queryFn: ({ signal }) => request(testInboxApi.read, { params, signal }),
    placeholderData: (before) => before,
    gcTime: 0,
  });

/** The id of a filesystem's test inbox, which is created unless there is one. */
export async function openTestInbox(params: FilesystemIds): Promise<string> {
  const webhooks = await request(webhooksApi.list, { params });
  const inbox = webhooks.find(isTestInbox) ?? (await request(testInboxApi.create, { params }));
  return inbox.id;
}

/** Writes a file, which makes a change each time. @throws RequestError */
export async function writeTestFile(params: FilesystemIds, path: string, content: string) {
  const response = await reach(nestedFileUrl(params, path), { method: "PUT", body: content });
  if (!response.ok) throw await readRefusal(response);
}
