import { open, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";

import { z } from "zod";

import type { Api } from "./api";
import { UsageError } from "./options";

const webhookSchema = z.object({
  id: z.string(),
  path_prefix: z.string().startsWith("/"),
  secret: z.string(),
});

/** What the receiver must know of its webhook: the service shows the secret only once. */
export type Webhook = z.infer<typeof webhookSchema>;

/** Returns the path of the creation response in a state directory. */
export function webhookFile(state: string): string {
  return path.join(state, "webhook.json");
}

/**
 * Creates an empty file for the response, readable only by the owner, so that `curl -o` can write
 * to it. Keeps existing content.
 */
export async function prepareWebhookFile(state: string): Promise<void> {
  const handle = await open(webhookFile(state), "a", 0o600);
  await handle.close();
}

/** Returns the webhook as the service returned it at creation; null if there is none yet. */
export async function readWebhook(state: string): Promise<Webhook | null> {
  try {
    return webhookSchema.parse(JSON.parse(await readFile(webhookFile(state), "utf8")));
  } catch {
    return null;
  }
}

/**
 * Returns the webhook of a state directory; creates it and stores the response if there is none
 * yet. See spec 4.27.
 * @throws ApiError when the service refuses, such as `webhook_limit_reached`
 * @throws UsageError when a webhook with an unknown secret already uses the URL
 */
export async function ensureWebhook(
  api: Api,
  base: string,
  state: string,
  query: { url: string; path_prefix: string },
): Promise<Webhook> {
  const known = await readWebhook(state);
  if (known !== null) return known;
  // Unlike POST this is retried until the service is up, and it finds what a lost response left.
  const list = z.array(z.object({ id: z.string(), url: z.string() }));
  const existing = list.parse((await api.call("GET", `${base}/webhooks`)).json);
  const same = existing.find((webhook) => webhook.url === query.url);
  if (same !== undefined) {
    throw new UsageError(`${same.id} already has this URL: delete it, or pass --secret`);
  }
  const { json } = await api.call("POST", `${base}/webhooks`, { json: query });
  const webhook = webhookSchema.parse(json);
  const file = webhookFile(state);
  await writeFile(`${file}.new`, JSON.stringify(json), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return webhook;
}
