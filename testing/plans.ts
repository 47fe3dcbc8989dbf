import { Client } from "pg";
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

const isStatement = (sent: unknown): sent is Statement =>
  typeof sent === "object" && sent !== null && "text" in sent && "values" in sent;

/** PostgreSQL's plan for each statement, with the actual values. */
export async function explain(
  { services: { pool } }: TestService,
  statements: readonly Statement[],
): Promise<Plan[]> {
  const plans = statements.map(({ text, values }) =>
    pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values),
  );
  return (await Promise.all(plans)).map(({ rows }) => rows[0]["QUERY PLAN"][0].Plan);
}
