import type { FilesystemContext } from "@/lib/auth/context";
import { AppError, InvalidInput } from "@/lib/errors";

import { checkWebhookUrl } from "./webhook-url";

/**
 * The URL as stored, with its host (spec 7.26).
 * @throws InvalidInput for a refused URL; AppError `unavailable` when our resolver cannot tell
 */
export async function validateUrl({ services }: FilesystemContext, raw: string) {
  const { settings, resolver } = services;
  const { connectTo } = settings.webhook;
  const checked = await checkWebhookUrl(raw, {
    connectTo,
    resolver,
    ownHost: settings.appUrl.hostname,
  });
  if (checked.ok) return checked;
  if ("unavailable" in checked) throw new AppError("unavailable");
  throw new InvalidInput([{ loc: ["body", "url"], msg: checked.message, type: checked.type }]);
}
