import type { FilesystemContext } from "@/lib/auth/context";
import { TEST_INBOX_HOST, TEST_INBOX_URL } from "@/lib/contract/test-inbox-url";

import { addWebhook } from "./add-webhook";

/**
 * Creates the test inbox of a filesystem (spec 4.56, 7.37).
 * @returns the webhook with its secret, which is never returned again
 * @throws AppError `test_inbox_exists`, and what else `addWebhook` throws
 */
export const createTestInbox = (ctx: FilesystemContext) =>
  addWebhook(ctx, {
    url: TEST_INBOX_URL,
    host: TEST_INBOX_HOST,
    path_prefix: "/",
    description: "",
  });
