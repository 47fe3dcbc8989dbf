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

const HOST = "hooks.example.com";
const PORT = 9543;
const CERTIFICATES = path.resolve("test-results", "certificates");

/** The settings by which a service finds and trusts the journeys' receiver. */
export async function receiverSettings() {
  // Created before any service starts, because a service reads the authority at startup.
  const { caFile } = await ensureCertificate(CERTIFICATES, HOST);
  return { WEBHOOK_CONNECT_TO: `${HOST}:443=127.0.0.1:${PORT}`, WEBHOOK_CA_FILE: caFile };
}

/** A receiver whose response a journey can change. */
export type Receiver = Endpoint & { url: string; response: ScriptedResponse };

/**
 * Starts the journeys' HTTPS receiver, where the service finds its example host; `respond` returns
 * the current `answer`. It records only requests below its own path: webhooks of other journeys
 * share the host.
 */
export async function startReceiver(
  respond?: (request: Received) => ScriptedResponse,
  under = `/in-${randomBytes(3).toString("hex")}`,
): Promise<Receiver> {
  const certificate = await ensureCertificate(CERTIFICATES, HOST);
  const endpoint = await startEndpoint({
    port: PORT,
    certificate,
    respond: respond ?? (() => receiver.response),
  });
  const receiver: Receiver = {
    ...endpoint,
    get requests() {
      return endpoint.requests.filter((request) => request.path.startsWith(under));
    },
    url: `https://${HOST}${under}`,
    response: { status: 200 },
  };
  return receiver;
}

type Method = "get" | "post" | "put" | "delete";

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
  await callAs(page, "put", `${base}/files?path=${file}`, file);
}

/** Creates a webhook for everything in the filesystem at `base`; returns its id. */
export async function makeWebhook(page: Page, base: string, url: string): Promise<string> {
  return Made.parse(await callAs(page, "post", `${base}/webhooks`, { url })).id;
}
