import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { createClient } from "@/cli/client";
import { eventually } from "@/testing/eventually";
import { SESSIONS } from "@/testing/mounts";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

import { createAccess } from "./access";
import { exchangeTicket, type Session, sessionsOf } from "./credential";
import { followChanges } from "./feed";
import { createRemote } from "./remote";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let filesystem: Awaited<ReturnType<typeof createFilesystem>>;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
});
beforeEach(async () => {
  filesystem = await createFilesystem(service, tenant);
});
afterAll(() => service.close());

/** A mount's access by the key of the tenant, and what its feed says. */
async function follow() {
  const client = createClient(
    { apiUrl: service.url, apiKey: tenant.key, directory: "/nowhere" },
    () => undefined,
  );
  const sessions = sessionsOf(client, filesystem.id, "rw");
  const session = await exchangeTicket(service.url, await sessions.createTicket());
  const access = createAccess(service.url, session, sessions, () => undefined);
  const seen = { live: false, paths: [] as string[], ended: null as string | null };
  const stop = new AbortController();
  const done = followChanges(
    createRemote(service.url, access),
    "0",
    {
      live: (isLive) => void (seen.live = isLive),
      event: ({ path }) => void seen.paths.push(path),
      reset: () => undefined,
      ended: (code) => void (seen.ended = code),
    },
    stop.signal,
  );
  await eventually("the feed", () => seen.live);
  const end = () => {
    stop.abort();
    return done;
  };
  return { access, seen, end };
}
const write = async (path: string) =>
  call(service, tenant.key, "PUT", `${filesystem.base}/files?path=${path}`, "x");
const revoke = ({ id }: Session) => call(service, tenant.key, "DELETE", `${SESSIONS}/${id}`);

test("the feed continues after its session was replaced and the old one has ended", async () => {
  const { access, seen, end } = await follow();
  const old = access.session();
  await access.replace();
  await revoke(old);
  await eventually("the end of the old stream", () => !seen.live);
  await eventually("a new stream", () => seen.live);
  await write("/a");
  await eventually("the change", () => seen.paths.includes("/a"));
  expect(seen.ended).toBe(null);
  await end();
});

test("a session that is revoked after it replaced another one ends the feed with the code of the refusal", async () => {
  const { access, seen, end } = await follow();
  await access.replace();
  await eventually("the end of the old stream", () => !seen.live);
  await eventually("a new stream", () => seen.live);
  await revoke(access.session());
  await eventually("the end", () => seen.ended);
  expect(seen.ended).toBe("unauthenticated");
  await end();
});
