import { Client } from "pg";
import { expect, test } from "vitest";

import { POLICY } from "@/lib/delivery/policy";
import { createTestDatabase } from "@/testing/database";

import { LIMITS } from "./limits";

const CHECKS = `
  SELECT conrelid::regclass || ': ' || pg_get_constraintdef(oid) AS text
  FROM pg_constraint WHERE contype = 'c'`;
const COPY = "SELECT prosrc AS text FROM pg_proc WHERE proname = 'entry_copy'";
const MOVE = "SELECT prosrc AS text FROM pg_proc WHERE proname = 'entry_move'";
const BODY_CAP = "SELECT body_cap_full()::text AS text";

test("the limits that SQL repeats are those of the contract", async () => {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const read = async (query: string) =>
    (await client.query<{ text: string }>(query)).rows.map(({ text }) => text).join("\n");
  const checks = await read(CHECKS);
  const found = {
    webhooks: /^filesystem: .*webhook_count <= (\d+)/m.exec(checks)?.[1],
    messageBytes: /octet_length\(body\) <= (\d+)/.exec(checks)?.[1],
    // Without NOT VALID at its end.
    linkTarget: /octet_length\(link_target\) <= (\d+)\)*$/m.exec(checks)?.[1],
    bodyCap: await read(BODY_CAP),
    copiedPath: /octet_length\(to_path\) \+ longest > (\d+)/.exec(await read(COPY))?.[1],
    movedPath: /octet_length\(to_path\) \+ longest > (\d+)/.exec(await read(MOVE))?.[1],
  };
  await client.end();
  await database.drop();
  expect(found).toEqual({
    webhooks: String(LIMITS.webhooks),
    messageBytes: String(LIMITS.messageBytes),
    linkTarget: String(LIMITS.symlinkBytes),
    bodyCap: String(LIMITS.messageBytes),
    copiedPath: String(LIMITS.pathBytes),
    movedPath: String(LIMITS.pathBytes),
  });
});

test("delivery works with the limits of the contract", () => {
  expect(POLICY).toMatchObject({
    maxEvents: LIMITS.messageEvents,
    maxBodyBytes: LIMITS.messageBytes,
    disableAfterMs: LIMITS.failingHours * 3_600_000,
  });
});
