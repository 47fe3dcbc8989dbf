import { openServices } from "@/lib/server/open-services";
import type { Services } from "@/lib/services";

import type { TestService } from "./service";
import { call } from "./tenant";

export const SESSIONS = "/api/v1/mount-sessions";

/** Exchanges a ticket as a mount does, without any other credential. */
export const exchange = (service: TestService, ticket: string, more: object = {}) =>
  call(service, null, "POST", `${SESSIONS}:exchange`, { ticket, ...more });

/** An active mount session created by a key; `password` is the credential the mount sends. */
export async function createMount(
  service: TestService,
  key: string,
  filesystemId: string,
  mode: "ro" | "rw",
): Promise<{ id: string; password: string; ticket: string }> {
  const input = { filesystem_id: filesystemId, mode };
  const { body } = await call(service, key, "POST", SESSIONS, input);
  const { body: credential } = await exchange(service, body.ticket);
  return { id: body.id, ticket: body.ticket, password: credential.password };
}

/** Opens more services on the database of a running one, as other web processes do. Close them. */
export async function openAnother({ services }: TestService): Promise<Services> {
  const other = await openServices(services.settings, {
    changesCommitted: () => undefined,
    wakeWebhooks: () => undefined,
  });
  globalThis.tidemarkServices = services;
  return other;
}
