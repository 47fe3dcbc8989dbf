import { expect, test } from "vitest";

import { createTestDatabase } from "@/testing/database";

import { embeddedEngine } from "./embedded";
import { rows } from "./rows";
import { runConformance } from "./run";
import { realServer } from "./target";

const { INNGEST_BASE_URL: url, INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY } = process.env;

test("the embedded engine passes every row", async () => {
  const database = await createTestDatabase();
  try {
    const verdicts = await runConformance(await embeddedEngine(database.url));
    expect(verdicts.filter(({ kept }) => !kept)).toEqual([]);
    expect(verdicts).toHaveLength(rows.length);
  } finally {
    await database.drop();
  }
}, 300_000);

// Only where there is one: a run without it leaves nothing out.
if (url !== undefined && url !== "") {
  test("the real server at INNGEST_BASE_URL keeps every row", async () => {
    const [eventKey = "", signingKey = ""] = [INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY];
    const verdicts = await runConformance(realServer({ url, eventKey, signingKey }));
    expect(verdicts.filter(({ kept }) => !kept)).toEqual([]);
    expect(verdicts).toHaveLength(rows.length);
  }, 900_000);
}
