import type { Page } from "@playwright/test";
import { z } from "zod";

import { ensureCertificate } from "@/bin/receiver/certificate";
import { type Answer, type Endpoint, startEndpoint } from "@/lib/testing/endpoint";

const HOST = "hooks.example.com";
const PORT = 9543;

/** A receiver whose answer a journey changes as it goes. */
export type Receiver = Endpoint & { url: string; answer: Answer };

/** Starts the journeys' own HTTPS receiver, where the service finds its example host. */
export async function startReceiver(): Promise<Receiver> {
  const certificate = await ensureCertificate("test-results/certificates", HOST);
  const changing = { url: `https://${HOST}/in`, answer: { status: 200 } };
  const respond = () => changing.answer;
  return Object.assign(changing, await startEndpoint({ port: PORT, certificate, respond }));
}

const Made = z.object({ id: z.string() });

/** Makes a filesystem as the person who is signed in on the page; returns its id. */
export async function makeFilesystem(page: Page, orgId: string, name: string): Promise<string> {
  const made = await page.request.post(`/api/v1/orgs/${orgId}/filesystems`, {
    data: { name },
    headers: await sameOrigin(page),
  });
  return Made.parse(await made.json()).id;
}

/** Writes a file, as the person who is signed in on the page. */
export async function writeFile(page: Page, base: string, path: string): Promise<void> {
  const answer = await page.request.put(`/api/v1${base}/files?path=${path}`, {
    data: path,
    headers: await sameOrigin(page),
  });
  if (!answer.ok()) throw new Error(`PUT answered ${answer.status()}`);
}

// What a browser adds to its own page's requests.
const sameOrigin = async (page: Page) => ({
  origin: await page.evaluate(() => window.location.origin),
});

/** Makes a webhook for everything in the filesystem `base` names; returns its id. */
export async function makeWebhook(page: Page, base: string, url: string): Promise<string> {
  const made = await page.request.post(`/api/v1${base}/webhooks`, {
    data: { url },
    headers: await sameOrigin(page),
  });
  return Made.parse(await made.json()).id;
}
