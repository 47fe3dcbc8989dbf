import { mkdir } from "node:fs/promises";

import { signingKey } from "@/kits/typescript/verify";

import { connectApi, type Api } from "./api";
import { ensureCertificate } from "./certificate";
import { createContentsWorker } from "./contents-worker";
import { instructions } from "./instructions";
import { createMirrorSync, type Changed } from "./mirror-sync";
import type { ReceiverOptions } from "./options";
import type { Reporter } from "./report";
import { startServer } from "./server";
import { mirrorFile, openStore } from "./state";
import { ensureWebhook, prepareWebhookFile, readWebhook, type Webhook } from "./webhook-file";

/** How long one API request is retried, in milliseconds; then its whole step starts over. */
const RETRY_FOR_MS = 60_000;

/** The path of the webhook's URL. */
const PATH = "/webhook";

/**
 * Runs a receiver until the signal fires, then finishes the current message. Startup errors are
 * thrown (a port in use, a webhook refused); later failures are reported and retried.
 */
export async function runReceiver(
  options: ReceiverOptions,
  report: Reporter,
  signal: AbortSignal,
): Promise<void> {
  const { api: origin, key, org, filesystem, hostName, state } = options;
  const api = connectApi({ origin, key, retryForMs: RETRY_FOR_MS, signal });
  const base = `/orgs/${org}/filesystems/${filesystem}`;
  const url = `https://${hostName}${PATH}`;
  await mkdir(state, { recursive: true, mode: 0o700 });
  await prepareWebhookFile(state);
  const certificate = await ensureCertificate(options.certificates, hostName);
  const store = await openStore(mirrorFile(state));

  const webhook = webhookSource(options, api, base, url);
  const source = async () => {
    const prefix = (await webhook.known())?.path_prefix;
    if (prefix === undefined) throw new Error("the webhook is not yet known");
    return { api, base, prefix };
  };
  const worker =
    options.contents === undefined
      ? null
      : createContentsWorker(options.contents, {
          mirror: () => store.mirror,
          source,
          report,
          signal,
        });
  const changed: Changed = (paths, cursor) => worker?.changed(paths, cursor);
  const mirrorSync = createMirrorSync({ store, source, report, changed, signal });

  const server = await startServer({
    certificate,
    port: options.port,
    path: PATH,
    filesystem,
    mirrorSync,
    report,
    size: () => store.mirror.entries.size,
    key: async () => {
      const secret = (await webhook.known())?.secret;
      return secret === undefined ? null : signingKey(secret);
    },
  });
  try {
    if (!options.json) console.log(instructions(options, url, server.port, certificate.caFile));
    report({ event: "listening", port: server.port, url });
    const id = (await webhook.begin())?.id;
    if (id !== undefined) report({ event: "ready", webhook_id: id });
    mirrorSync.catchUp();
    changed(null, store.mirror.cursor);
    await aborted(signal);
  } finally {
    await server.close();
    await Promise.all([mirrorSync.finish(), worker?.finish()]);
    await store.close();
  }
}

/**
 * Where the webhook comes from: the command line, creation by this receiver, or a file saved by
 * `curl`.
 */
function webhookSource(options: ReceiverOptions, api: Api, base: string, url: string) {
  const { secret, pathPrefix, state } = options;
  let webhook: Webhook | null =
    secret === undefined ? null : { id: "the given webhook", path_prefix: pathPrefix, secret };
  let creation: Promise<Webhook> | undefined;

  async function known(): Promise<Webhook | null> {
    // The first message may overtake the response that contains its secret, so it waits for that.
    webhook ??= (await creation) ?? (await readWebhook(state));
    return webhook;
  }

  return {
    known,
    begin(): Promise<Webhook | null> {
      if (options.createWebhook && webhook === null) {
        creation = ensureWebhook(api, base, state, { url, path_prefix: pathPrefix });
      }
      return known();
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
