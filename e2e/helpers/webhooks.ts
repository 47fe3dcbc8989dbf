import { randomBytes } from "node:crypto";
import path from "node:path";

import type { Page } from "@playwright/test";
import { z } from "zod";

import { ensureCertificate } from "@/examples/receiver/certificate";
import {
  type ScriptedResponse,
  type Endpoint,
  type Received,
  startEndpoint,
} from "@/testing/endpoint";

/** One receiver per worker: the port on which it listens, by its host. */
const RECEIVERS = { "hooks.example.com": 9543, "hooks-2.example.com": 9545 };
export const WORKERS = Object.keys(RECEIVERS).length;
const CERTIFICATES = path.resolve("test-results", "certificates");

/** The settings by which a service finds and trusts the journeys' receiver. */
export async function receiverSettings() {
  // Created before any service starts, because a service reads the authority at startup.
  const hosts = Object.entries(RECEIVERS).map(([host, port]) => `${host}:443=127.0.0.1:${port}`);
  const { caFile } = await ensureCertificate(CERTIFICATES, "hooks.example.com");
  return { WEBHOOK_CONNECT_TO: hosts.join(","), WEBHOOK_CA_FILE: caFile };
}

/** A receiver whose response a journey can change. */
export type Receiver = Endpoint & { host: string; url: string; response: ScriptedResponse };

/**
 * Starts this worker's HTTPS receiver, where the service finds its host; `respond` returns the
 * current `response`. It records only requests below its own path: webhooks of other journeys share
 * the host.
 */
export async function startReceiver(
  respond?: (request: Received) => ScriptedResponse,
  under = `/in-${randomBytes(3).toString("hex")}`,
): Promise<Receiver> {
  // oxlint-disable-next-line node/no-process-env -- Playwright numbers its workers there
  const [host, port] = Object.entries(RECEIVERS)[Number(process.env["TEST_PARALLEL_INDEX"])]!;
  const certificate = await ensureCertificate(CERTIFICATES, host);
  const endpoint = await startEndpoint({
    port,
    certificate,
    respond: respond ?? (() => receiver.response),
  });
  const receiver: Receiver = {
    ...endpoint,
    get requests() {
      return endpoint.requests.filter((request) => request.path.startsWith(under));
    },
    host,
    url: `https://${host}${under}`,
    response: { status: 200 },
  };
  return receiver;
}

type Method = "get" | "post" | "put" | "patch" | "delete";

/** Calls the API as the signed-in user, as the console would; returns the response JSON. */
export async function callAs(
  page: Page,
  method: Method,
  route: string,
  data?: object | string,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const origin = await page.evaluate(() => window.location.origin);
  const response = await page.request[method](`/api/v1${route}`, {
    headers: { origin, ...headers },
    ...(data === undefined ? {} : { data }),
  });
  const text = await response.text();
  if (!response.ok()) throw new Error(`${method} ${route} returned ${response.status()} ${text}`);
  return text === "" ? null : JSON.parse(text);
}

const Made = z.object({ id: z.string() });

/** Creates a filesystem as the signed-in user; returns its id. */
export async function makeFilesystem(page: Page, orgId: string, name: string): Promise<string> {
  return Made.parse(await callAs(page, "post", `/orgs/${orgId}/filesystems`, { name })).id;
}

/** Writes a file as the signed-in user. */
export async function writeFile(page: Page, base: string, file: string): Promise<void> {
  await callAs(page, "put", `${base}/files?path=${encodeURIComponent(file)}`, file);
}

/** Creates the test inbox of the filesystem at `base`; returns its id. */
export async function makeInbox(page: Page, base: string): Promise<string> {
  return Made.parse(await callAs(page, "post", `${base}/test-inbox`)).id;
}

/** Creates a webhook for everything in the filesystem at `base`; returns its id. */
export async function makeWebhook(page: Page, base: string, url: string): Promise<string> {
  return Made.parse(await callAs(page, "post", `${base}/webhooks`, { url })).id;
}
