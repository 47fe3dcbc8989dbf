import os from "node:os";

import type { Client } from "@/cli/client";
import { request } from "@/lib/api-client/request";
import { LIMITS } from "@/lib/contract/limits";
import { mounts } from "@/lib/contract/mounts";

const PROGRAM = "tidemark mount";
const REQUEST_MS = 15_000;
// A credential is renewed when half of its hour is over, and a session replaced a day before it ends.
const RENEW_MS = 30 * 60_000;
const REPLACE_MS = 24 * 3_600_000;

/** A mount session as the mount knows it; `token` is its Bearer token. */
export type Session = {
  id: string;
  orgId: string;
  filesystemId: string;
  mode: "ro" | "rw";
  token: string;
  expiresAt: Date;
};

/** Creates a session with the caller's login or key. */
export type CreateTicket = () => Promise<string>;

/** A ticket for the filesystem, by the login or the key of the command line. */
export const ticketFor =
  ({ call }: Client, filesystemId: string, mode: "ro" | "rw"): CreateTicket =>
  async () => {
    const body = { filesystem_id: filesystemId, mode };
    const { ticket } = await call(mounts.create, { body });
    if (ticket === null) throw new Error("the service returned no ticket");
    return ticket;
  };

/** Exchanges a ticket, which works once. @throws RequestError */
export async function exchangeTicket(baseUrl: string, ticket: string): Promise<Session> {
  const made = await request(mounts.exchange, {
    body: { ticket, client: PROGRAM, machine: machineName() },
    from: { baseUrl, authorization: null },
    signal: AbortSignal.timeout(REQUEST_MS),
  });
  if (made.password === null) throw new Error("the service returned no password");
  return {
    id: made.session_id,
    orgId: made.org_id,
    filesystemId: made.filesystem_id,
    mode: made.mode,
    token: made.password,
    expiresAt: new Date(made.expires_at),
  };
}

/** The name of this machine as the service takes it; undefined if it has none. */
function machineName(): string | undefined {
  const name = os.hostname().replaceAll(/[^\x21-\x7e]/g, "");
  return name === "" ? undefined : name.slice(0, LIMITS.nameLength);
}

/**
 * Keeps the session alive until `signal` fires: renews its credential, and with `createTicket` takes a new session
 * before it ends. Without one it warns once, a day before. Failures are repeated by the next round, which comes in time.
 */
export function keepAlive(
  baseUrl: string,
  session: { current: Session },
  createTicket: CreateTicket | null,
  say: (text: string) => void,
  signal: AbortSignal,
): void {
  let warned = false;
  const round = async () => {
    const { current } = session;
    const endsSoon = current.expiresAt.getTime() - Date.now() < REPLACE_MS;
    if (endsSoon && createTicket !== null) {
      session.current = await exchangeTicket(baseUrl, await createTicket());
      return;
    }
    if (endsSoon && !warned) {
      warned = true;
      say(`this mount ends at ${current.expiresAt.toISOString()}, as its ticket cannot be renewed`);
    }
    await request(mounts.renew, {
      params: { session_id: current.id },
      from: { baseUrl, authorization: `Bearer ${current.token}` },
      signal: AbortSignal.timeout(REQUEST_MS),
    });
  };
  const timer = setInterval(() => {
    round().catch((error: unknown) => say(`could not renew the mount session: ${String(error)}`));
  }, RENEW_MS);
  signal.addEventListener("abort", () => clearInterval(timer), { once: true });
}
