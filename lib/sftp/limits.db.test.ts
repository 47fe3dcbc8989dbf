import { afterAll, beforeAll, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import {
  connect,
  createTicket,
  openSftp,
  type SftpService,
  startSftpService,
} from "@/testing/sftp";

const LIMITS = { RATE_LIMIT_ANONYMOUS: "5", RATE_LIMIT_FILES: "3" };

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
