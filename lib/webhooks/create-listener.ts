import type { FilesystemContext } from "@/lib/auth/context";
import { listenerHost } from "@/lib/contract/listener-url";
import { newId } from "@/lib/ids";

import { addWebhook } from "./add-webhook";

/**
 * Creates a listener: a webhook whose messages a stream carries to a program on someone's machine (spec 4.61, 7.39).
 * @returns the webhook with its secret, which is never returned again
 * @throws AppError what `addWebhook` throws
 */
export async function createListener(
  ctx: FilesystemContext,
  { machine, secret }: { machine: string; secret?: string | undefined },
) {
  const webhookId = newId("wh");
  const host = listenerHost(webhookId);
  return addWebhook(
    ctx,
    { url: `https://${host}/`, host, path_prefix: "/", description: machine },
    { webhookId, ...(secret === undefined ? {} : { secret }) },
  );
}
