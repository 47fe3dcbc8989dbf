import os from "node:os";

import type { Client } from "@/cli/client";
import { request } from "@/lib/api-client/request";
import { LIMITS } from "@/lib/contract/limits";
import { mounts } from "@/lib/contract/mounts";

const PROGRAM = "tidemark mount";
const REQUEST_MS = 15_000;

/** A mount session as the mount knows it; `token` is its Bearer token. */
export type Session = {
  id: string;
  orgId: string;
  filesystemId: string;
  mode: "ro" | "rw";
  token: string;
  expiresAt: Date;
};

/** The sessions of a login or a key. Both throw RequestError or NotLoggedIn. */
export type Sessions = {
  /** Creates one, and returns its ticket. */
  createTicket(): Promise<string>;
  /** Whether one ended because its time was over, and not because it was revoked. */
  hasExpired(session: Session): Promise<boolean>;
};

/** The sessions of a filesystem, by the login or the key of the command line. */
export const sessionsOf = (
  { call }: Client,
  filesystemId: string,
  mode: "ro" | "rw",
): Sessions => ({
  async createTicket() {
    const { ticket } = await call(mounts.create, { body: { filesystem_id: filesystemId, mode } });
    if (ticket === null) throw new Error("the service returned no ticket");
    return ticket;
  },
  async hasExpired({ id, orgId }) {
    // They are listed by their ids, which are random at the end: none is between this and the one that is asked for.
    const after = `${id.slice(0, -8)}00000000`;
    const [found] = await call(mounts.list, {
      params: { org_id: orgId, fs_id: filesystemId },
      query: { ended: "true", limit: "1", after },
    });
    const reason = found?.id === id ? found.ended_reason : null;
    return reason === "credential_expired" || reason === "expired";
  },
});

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

/** Extends the credential of a session by an hour, at most to the end of the session. @throws RequestError */
export async function renewCredential(baseUrl: string, { id, token }: Session): Promise<void> {
  await request(mounts.renew, {
    params: { session_id: id },
    from: { baseUrl, authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(REQUEST_MS),
  });
}
