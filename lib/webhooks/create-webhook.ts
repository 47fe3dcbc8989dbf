import type { FilesystemContext } from "@/lib/auth/context";

import { addWebhook } from "./add-webhook";
import { validateUrl } from "./validate-url";

/**
 * Creates a webhook; its first message is a resync (spec 4.27, 7.25).
 * @returns the webhook with its secret, which is never returned again
 * @throws InvalidInput for a refused URL; AppError `unavailable` when our resolver cannot tell, and what `addWebhook`
 *   throws
 */
export async function createWebhook(
  ctx: FilesystemContext,
  { url, ...fields }: { url: string; path_prefix: string; description: string },
) {
  return addWebhook(ctx, { ...fields, ...(await validateUrl(ctx, url)) });
}
