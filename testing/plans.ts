import { Client, type PoolClient } from "pg";
import { vi } from "vitest";

import type { TestService } from "./service";

/** A statement as sent to PostgreSQL. */
export type Statement = { text: string; values: unknown[] };

/** The fields of a plan that tests read; everything else is matched in its text. */
export type Plan = { "Shared Hit Blocks": number; "Shared Read Blocks": number };

/** The statements that this process sends while `run` runs. */
export async function recordStatements(run: () => Promise<unknown>): Promise<Statement[]> {
  const spy = vi.spyOn(Client.prototype, "query");
  try {
    await run();
    const sent: unknown[] = spy.mock.calls.map(([statement]) => statement);
    return sent.filter(isStatement);
  } finally {
    spy.mockRestore();
  }
}

/** Whether what a client is given to send is a statement with values. */
export const isStatement = (sent: unknown): sent is Statement =>
  typeof sent === "object" && sent !== null && "text" in sent && "values" in sent;

/** How many blocks a plan touched when it ran, in PostgreSQL's memory or not. */
export const blocksOf = (plan: Plan) => plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];

/**
 * PostgreSQL's plan for each statement, run with the actual values after the statement `first`; what both change is
 * undone.
 */
export async function explain(
  { services: { pool } }: TestService,
  statements: readonly Statement[],
  first = "",
): Promise<Plan[]> {
  const client = await pool.connect();
  try {
    const plans = [];
    for (const statement of statements) {
      // A connection that is new, or whose plans were discarded, reads the catalog first.
      const plan = await planOf(client, statement, first);
      const again = await planOf(client, statement, first);
      plans.push(blocksOf(plan) < blocksOf(again) ? plan : again);
    }
    return plans;
  } finally {
    client.release();
  }
}

async function planOf(
  client: PoolClient,
  { text, values }: Statement,
  first: string,
): Promise<Plan> {
  try {
    await client.query(`BEGIN; ${first}`);
    const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
    return rows[0]["QUERY PLAN"][0].Plan;
  } finally {
    await client.query("ROLLBACK");
  }
}
