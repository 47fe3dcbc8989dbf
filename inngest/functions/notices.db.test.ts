import { afterAll, beforeAll, test } from "vitest";

import { startServiceWithEngine, type TestServiceWithEngine } from "@/testing/engine";
import { eventually } from "@/testing/eventually";
import { type MailServer, startMailServer } from "@/testing/mail-server";
import { call, createFilesystem, createTenant } from "@/testing/tenant";
import { createTestUser, join } from "@/testing/user";

const MINUTE_MS = 60_000;
let mail: MailServer;
let service: TestServiceWithEngine;

// The engine's clock stands just before a full minute until it is moved on.
const clock = { strikes: false };
const now = () => 2 * MINUTE_MS + (clock.strikes ? 1 : -200);

beforeAll(async () => {
  mail = await startMailServer();
  // Nothing listens there, so the webhook fails.
  const env = { SMTP_URL: mail.url, WEBHOOK_CONNECT_TO: "gone.test:443=127.0.0.1:9" };
  service = await startServiceWithEngine({ env }, true, now);
});
afterAll(async () => {
  await service.closeAll();
  await mail.close();
});

test("every minute the engine notifies organisations of their webhooks, and of keys that expire", async () => {
  const tenant = await createTenant(service);
  const owner = await createTestUser(service);
  await join(service, tenant.orgId, owner.id, "owner");
  const { base } = await createFilesystem(service, tenant);
  const url = "https://gone.test/";
  const { body } = await call(service, tenant.key, "POST", `${base}/webhooks`, { url });
  await service.services.pool.query(
    `UPDATE webhook SET failing_since = clock_timestamp() - interval '2 h', last_failure = 'connect_failed',
       last_failure_at = clock_timestamp(), disable_at = clock_timestamp() + interval '22 h' WHERE id = $1`,
    [body.id],
  );
  await service.services.pool.query(
    `UPDATE api_key SET name = 'nightly', created_at = now() - interval '30 d', expires_at = now() + interval '2 d'
     WHERE id = $1`,
    [tenant.keyId],
  );
  clock.strikes = true;
  await eventually("the e-mail", () => mail.emailTo(owner.email, "connect_failed"));
  await eventually("the warning", () => mail.emailTo(owner.email, "nightly"));
});
