import { randomBytes } from "node:crypto";

import { CLIENT_ID } from "@/lib/contract/oauth";
import { newId } from "@/lib/ids";
import { ensureSecrets } from "@/lib/server/launch/secrets";
import { openServices } from "@/lib/server/open-services";
import { readSettings } from "@/lib/settings";
import { type AccessFixture, createAccessFixture } from "@/testing/access/fixture";
import { eventually } from "@/testing/eventually";
import type { ReleaseAccess } from "@/testing/releases/rows";
import { call, createFilesystem } from "@/testing/tenant";
import { callAs } from "@/testing/user";

/** Nothing listens at this host of webhooks, so their messages fail and are kept. */
export const NOWHERE = { WEBHOOK_CONNECT_TO: "receiver.invalid:443=127.0.0.1:9" };

const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** Gives a running service, which has the settings of `NOWHERE`, rows of every kind. */
export async function fill(
  origin: string,
  dataDir: string,
  databaseUrl: string,
): Promise<ReleaseAccess> {
  const secrets = ensureSecrets(dataDir, {});
  const own = { TIDEMARK_DATA_DIR: dataDir, DATABASE_URL: databaseUrl, APP_URL: origin };
  const settings = readSettings({ ...secrets, ...own, ...NOWHERE });
  const services = await openServices(settings, { changesCommitted: ignore, wakeWebhooks: ignore });
  const service = { url: origin, services, woken: [], close: () => services.close() };
  try {
    const fixture = await createAccessFixture(service);
    const base = `/api/v1/orgs/${fixture.orgId}/filesystems/${fixture.fsId}`;
    const webhookId = await fillFilesystem(fixture, base);
    await fillAccounts(fixture, base);
    const { attempt, delivery_stat: stat, usage_day: usage } = services.db;
    for (const count of [() => attempt.count(), () => stat.count(), () => usage.count()])
      await eventually("an attempt and usage", async () => (await count()) > 0, 90_000);
    return { secrets, key: fixture.key, base, webhookId };
  } finally {
    services.heads.close();
    await services.live.close();
    await services.close();
  }
}

/** A tree with changes of every kind, and a webhook that fails. Returns the webhook's id. */
async function fillFilesystem({ service, key }: AccessFixture, base: string): Promise<string> {
  const ask = async (method: string, route: string, body?: string | object) => {
    const response = await call(service, key, method, base + route, body);
    if (response.status >= 300)
      throw new Error(`${method} ${route}: ${JSON.stringify(response.body)}`);
    return response.body;
  };
  const webhook = { url: "https://receiver.invalid/in", path_prefix: "/in" };
  const { id } = await ask("POST", "/webhooks", webhook);
  await ask("PUT", "/files?path=/in/a.txt&parents=true", "one");
  await ask("PUT", "/files?path=/out/b.txt&parents=true", "two");
  await ask("POST", "/files:link", { target: "/in/a.txt", path: "/in/hard.txt" });
  await ask("POST", "/files:symlink", { path: "/in/soft", target: "a.txt" });
  await ask("POST", "/files:copy", { from: "/out", to: "/in/copy" });
  await ask("POST", "/files:move", { from: "/out/b.txt", to: "/out/c.txt" });
  await ask("DELETE", "/files?path=/in/copy&recursive=true");
  return id;
}

/** What users and organisations leave behind beside a filesystem. */
async function fillAccounts(fixture: AccessFixture, base: string): Promise<void> {
  const { service, orgId, owner, key } = fixture;
  const org = `/api/v1/orgs/${orgId}`;
  const invitation = { email: "linus@example.com", role: "member" };
  await callAs(service, owner, "POST", `${org}/invitations`, invitation);
  await callAs(service, owner, "PATCH", base, { name: "recorded" });
  const { id: deleted } = await createFilesystem(service, { orgId, key });
  await callAs(service, owner, "DELETE", `${org}/filesystems/${deleted}`);
  const client = `client_id=${CLIENT_ID}`;
  await call(service, null, "POST", "/oauth/device_authorization", client, FORM);
  const { db } = service.services;
  const identity = { id: newId("ident"), issuer: "https://github.com", subject: "1" };
  await db.identity.create({ data: { ...identity, user_id: owner.id } });
  const reset = { hash: randomBytes(32), user_id: owner.id, expires_at: new Date() };
  await db.password_reset.create({ data: reset });
}

function ignore(): void {}
