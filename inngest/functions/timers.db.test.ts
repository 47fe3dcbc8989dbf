import { expect, test, vi } from "vitest";

import { firstIdAt } from "@/lib/ids";
import { log } from "@/lib/log";
import { asOwner } from "@/testing/database";
import { eventually } from "@/testing/eventually";
import { createFilesystem, createTenant } from "@/testing/tenant";
import { useTimers } from "@/testing/timers";

const TEN_MINUTES = 600_000;
const timers = useTimers(2 * TEN_MINUTES);

test("a step that fails keeps none after it from being run, and its run is reported as failed", async () => {
  const service = timers.service();
  const { pool } = service.services;
  const warn = vi.spyOn(log, "warn");
  const tenant = await createTenant(service);
  const { id: deleted } = await createFilesystem(service, tenant);
  await pool.query("SELECT filesystem_delete($1, $2)", [deleted, tenant.orgId]);
  await pool.query(
    "INSERT INTO notice (id, org_id, topic, news, detail) VALUES ($1, $2, 'usage', 'usage', '{}')",
    [firstIdAt("notice", 0), tenant.orgId],
  );
  // The first table of the sweep, and that of a step of the pruning.
  for (const table of ["session", "inbox_message"])
    await asOwner(service, `ALTER TABLE ${table} RENAME TO ${table}_away`);
  timers.strike();
  const rows = async (text: string) => (await pool.query(text)).rowCount;
  await eventually(
    "what is left of the filesystem",
    async () => (await rows("SELECT FROM node")) === 0,
  );
  await eventually("the old notice", async () => (await rows("SELECT FROM notice")) === 0);
  const failed = () =>
    warn.mock.calls.flatMap(([of, text]) =>
      text === "engine: run failed" && of instanceof Object && "function" in of
        ? [of.function]
        : [],
    );
  await eventually("both reports", () => failed().length >= 2);
  expect(new Set(failed())).toEqual(new Set(["tidemark-prune", "tidemark-sweep"]));
});
