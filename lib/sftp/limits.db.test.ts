import { afterAll, beforeAll, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import {
  connect,
  createTicket,
  openSftp,
  type SftpService,
  startSftpService,
} from "@/testing/sftp";
import { call, contextOf } from "@/testing/tenant";

import { locate } from "./locate";
import type { Session } from "./session";

const POINTS = 3;
const LIMITS = { RATE_LIMIT_ANONYMOUS: "5", RATE_LIMIT_FILES: String(POINTS) };

let service: SftpService;

beforeAll(async () => {
  service = await startSftpService({ env: LIMITS });
});

afterAll(() => service.close());

test("wrong passwords count by address", async () => {
  const { session, ticket } = await createTicket(service);
  const wrong = () => connect(service, session, { password: "wrong" });
  for (let i = 0; i < 5; i++) await expect(wrong()).rejects.toThrow(/authentication/);
  await expect(wrong()).rejects.toThrow("the connection was closed");
  const client = await connect(service, session, { password: ticket });
  client.end();
});

test("a rate limit slows a session down and fails nothing", async () => {
  const { session, ticket } = await createTicket(service);
  const client = await connect(service, session, { password: ticket });
  const sftp = await openSftp(client);
  let finished = 0;
  const failures: Error[] = [];
  for (let i = 0; i < 100; i++)
    sftp.stat("/", (error) => (error ? failures.push(error) : (finished += 1)));
  await eventually("the limit to be reached", () => finished >= 47);
  // The rest waits for the next window.
  client.end();
  expect(finished).toBeLessThan(100);
  expect(failures).toEqual([]);
});

test("each link that is followed counts a point, and none is followed for a client that has left", async () => {
  const tenant = await createTicket(service);
  const changes = Array.from({ length: 36 }, (_, n) => ({
    op: "symlink",
    path: `/${n}`,
    target: String(n + 1),
  }));
  const batch = await call(service, tenant.key, "POST", `${tenant.base}/files:batch`, { changes });
  expect(batch.status).toBe(200);
  const ctx = contextOf(service, tenant, tenant.id);
  const { services } = service;
  let statements = 0;
  const sql: typeof services.sql = (...sent) => ((statements += 1), services.sql(...sent));
  // Its own points, of which the batch took none.
  const actor = { ...ctx.actor, credential: tenant.session };
  const asked = { ctx: { ...ctx, actor, services: { ...services, sql } }, stages: new Map() };
  const left = new AbortController();

  const walking = locate({ session: asked as unknown as Session, left: left.signal }, "/0", true);
  const refused = expect(walking).rejects.toThrow("The client has left.");
  await eventually("the limit to be reached", () => statements > POINTS);
  left.abort();
  await refused;
  // A minute may have ended meanwhile.
  expect(statements).toBeLessThanOrEqual(2 * POINTS + 1);
});
