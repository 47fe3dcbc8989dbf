import { Pool } from "pg";

import { testClient, testEngine } from "./testing";

/**
 * A process for the tests to kill: an engine of the given name whose function records its steps in
 * the table `trace` and hangs in the one that the event names. Prints the engine's URL.
 */
const [url = "", instance = ""] = process.argv.slice(2);
const pool = new Pool({ connectionString: url, max: 5 });
const client = testClient();
const hang = client.createFunction(
  { id: "crash", retries: 0, triggers: [{ event: "crash" }] },
  async ({ step, runId, event }) => {
    for (const name of ["first", "second"])
      await step.run(name, async () => {
        await pool.query("insert into trace values ($1, $2)", [runId, `child ${name}`]);
        if (event.data.hang === name) await new Promise((resolve) => setTimeout(resolve, 600_000));
      });
  },
);
const engine = await testEngine(pool, client, [hang], { instance });
process.stdout.write(`${engine.url}\n`);
