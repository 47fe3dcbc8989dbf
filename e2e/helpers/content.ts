import { randomBytes } from "node:crypto";

import { expect, type Page } from "@playwright/test";
import { z } from "zod";

import type { Received } from "@/testing/endpoint";

import { ageFailure, ageKey } from "./database";
import { fillInSignIn, makeUser, type Someone } from "./people";
import { callAs, type Receiver, startReceiver } from "./webhooks";

/** A busy organisation for pages to show. */
export type Content = {
  owner: Someone;
  orgId: string;
  fsId: string;
  /** A filesystem's API and console paths. */
  base: string;
  webhooks: { well: string; failing: string; revoked: string };
  receiver: Receiver;
};

const Made = z.object({ id: z.string() });
const PEOPLE = [
  ["Ada Berg", "ada", "owner"],
  ["Grace Oduya", "grace", "admin"],
  ["Linus Ferrer", "linus", "member"],
] as const;
const FILESYSTEMS = ["support-tickets", "invoices-2026", "scans", "exports"];
const MONTHS = ["2026/09", "2026/10", "2026/11"];

/**
 * Creates people, keys, filesystems and webhooks through the API alone; the page is signed in as the
 * owner afterwards. `mark` keeps the addresses distinct from other content in the same service.
 */
export async function makeContent(
  page: Page,
  mark = `.${randomBytes(3).toString("hex")}`,
): Promise<Content> {
  const receiver = await startReceiver(badMoment(), "/tidemark");
  const { owner, orgId } = await makeOrganisation(page, mark);
  const org = `/orgs/${orgId}`;
  const [fsId = "", ...others] = await makeFilesystems(page, org);
  const base = `${org}/filesystems/${fsId}`;
  const keys = await makeKeys(page, orgId, fsId);
  const well = await makeWebhook(page, base, { url: `${receiver.url}/tickets` });
  const failing = await makeWebhook(page, base, {
    url: "https://erp.example.com/hooks/tidemark",
    path_prefix: "/2026",
  });
  const headers = { authorization: `Bearer ${keys.retired.key}` };
  const body = { url: `${receiver.url}/old-importer`, path_prefix: "/attachments" };
  const revoked = Made.parse(await callAs(page, "post", `${base}/webhooks`, body, headers)).id;
  for (const other of others) {
    const url = `${receiver.url}/${other.slice(-4)}/changes`;
    await makeWebhook(page, `${org}/filesystems/${other}`, { url });
    for (const name of ["2026-10.csv", "2026-11.csv"])
      await write(page, `${org}/filesystems/${other}`, `/${name}`, "day;count\n".repeat(900));
  }
  await callAs(page, "delete", `${org}/api-keys/${keys.retired.id}`);
  await makeFiles(page, base, receiver);
  for (const mode of ["ro", "rw"])
    await callAs(page, "post", "/mount-sessions", { filesystem_id: fsId, mode });
  await expectTrouble(page, `${base}/webhooks`, receiver);
  // The service looks every minute, and then both are under the bell.
  await ageFailure(failing);
  await ageKey(keys.expiring.id);
  return { owner, orgId, fsId, base, webhooks: { well, failing, revoked }, receiver };
}

const isTicket = ({ path }: Received) => path.endsWith("/tickets");

// One endpoint fails for a while: the third message to it is sent twice.
function badMoment() {
  let tickets = 0;
  return (request: Received) => {
    const isBad = isTicket(request) && ++tickets === 3;
    return { status: isBad ? 503 : 200, afterMs: 20 };
  };
}

async function makeOrganisation(
  page: Page,
  mark: string,
): Promise<{ owner: Someone; orgId: string }> {
  const first = await makeUser("Harbour Supply");
  await signInAs(page, first);
  const password = randomBytes(18).toString("hex");
  for (const [name, short, role] of PEOPLE) {
    const email = `${short}${mark}@harbour.example`;
    const invited = await callAs(page, "post", `/orgs/${first.orgId}/invitations`, { email, role });
    const { hash } = new URL(z.object({ url: z.string() }).parse(invited).url);
    await callAs(page, "post", "/auth/sign-up", { token: hash.slice(1), name, password });
  }
  const owner = { email: `ada${mark}@harbour.example`, password };
  await page.context().clearCookies();
  await signInAs(page, owner);
  const Me = z.array(z.object({ user_id: z.string(), email: z.string() }));
  const members = Me.parse(await callAs(page, "get", `/orgs/${first.orgId}/members`));
  const shell = members.find(({ email }) => email === first.email);
  await callAs(page, "delete", `/orgs/${first.orgId}/members/${shell?.user_id}`);
  const body = { email: `tove${mark}@harbour.example`, role: "member" };
  await callAs(page, "post", `/orgs/${first.orgId}/invitations`, body);
  return { owner, orgId: first.orgId };
}

async function signInAs(page: Page, someone: Someone): Promise<void> {
  await page.goto("/sign-in?callbackUrl=/account");
  await fillInSignIn(page, someone);
  await expect(page).toHaveURL("/account");
}

async function makeFilesystems(page: Page, org: string): Promise<string[]> {
  const ids: string[] = [];
  for (const name of FILESYSTEMS)
    ids.push(Made.parse(await callAs(page, "post", `${org}/filesystems`, { name })).id);
  return ids;
}

async function makeKeys(page: Page, orgId: string, fsId: string) {
  const Key = z.object({ id: z.string(), key: z.string() });
  const make = async (name: string, mode: "ro" | "rw", permissions: string[] = []) => {
    const body = { name, permissions };
    const key = Key.parse(await callAs(page, "post", `/orgs/${orgId}/api-keys`, body));
    const grant = { api_key_id: key.id, mode };
    await callAs(page, "put", `/orgs/${orgId}/filesystems/${fsId}/grants`, grant);
    return key;
  };
  await make("ticket backend", "rw", ["filesystems:create"]);
  const expiring = await make("nightly export", "ro");
  return { expiring, retired: await make("old importer", "rw") };
}

async function makeWebhook(page: Page, base: string, body: object): Promise<string> {
  return Made.parse(await callAs(page, "post", `${base}/webhooks`, body)).id;
}

const write = (page: Page, base: string, path: string, content: string) =>
  callAs(page, "put", `${base}/files?parents=true&path=${encodeURIComponent(path)}`, content);

async function makeFiles(page: Page, base: string, receiver: Receiver): Promise<void> {
  await write(
    page,
    base,
    "/README.md",
    "# Tickets\n\nOne directory a month, one JSON file a ticket.\n",
  );
  await write(
    page,
    base,
    "/schema.json",
    `${JSON.stringify({ type: "object", required: ["id"] }, null, 2)}\n`,
  );
  for (const [index, month] of MONTHS.entries()) {
    for (let n = 1; n <= 6; n++) {
      const id = `T-${month.slice(-2)}${String(n).padStart(2, "0")}`;
      const subject = "Delivery note is missing";
      await write(
        page,
        base,
        `/${month}/${id}.json`,
        JSON.stringify({ id, subject, open: n % 3 > 0 }),
      );
    }
    // These writes cannot be part of a message that has arrived, so each month adds at least one
    // message.
    await expectTickets(receiver, index + 1);
  }
  await write(page, base, "/attachments/T-1103-photo.txt", "a photo would be here ".repeat(400));
  const move = { from: "/2026/11/T-1104.json", to: "/2026/11/T-1104-closed.json" };
  await callAs(page, "post", `${base}/files:move`, move);
  await callAs(page, "delete", `${base}/files?path=/2026/09/T-0906.json`);
}

async function expectTickets(receiver: Receiver, count: number): Promise<void> {
  await expect
    .poll(() => receiver.requests.filter(isTicket).length, { timeout: 30_000 })
    .toBeGreaterThanOrEqual(count);
}

async function expectTrouble(page: Page, webhooks: string, receiver: Receiver): Promise<void> {
  // The endpoint has recovered.
  await expectTickets(receiver, 4);
  const Webhooks = z.array(z.object({ state: z.string(), failing_since: z.string().nullable() }));
  await expect
    .poll(async () => Webhooks.parse(await callAs(page, "get", webhooks)), { timeout: 20_000 })
    .toMatchObject([
      { failing_since: null, state: "active" },
      { failing_since: expect.any(String), state: "active" },
      { state: "disabled" },
    ]);
}
