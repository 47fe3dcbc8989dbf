import { Client } from "pg";
import { vi } from "vitest";

import { blocksOf, isStatement, type Plan, type Statement } from "./plans";

type Explained = { rows: { "QUERY PLAN": { Plan: Plan }[] }[] };
type Send = (this: Client, ...given: unknown[]) => Promise<Explained>;

const BEGINS = /^\s*BEGIN/i;
const ENDS = /^\s*(COMMIT|ROLLBACK)\s*;?\s*$/i;

/**
 * How many blocks the statements of `run` touch: each is explained on its own connection just before it runs, so that it
 * finds what it would have found.
 */
export async function measureBlocks(
  run: () => Promise<unknown>,
): Promise<[text: string, blocks: number][]> {
  const send: Send = Reflect.get(Client.prototype, "query");
  const inside = new WeakSet<Client>();
  const measured: Promise<[string, number]>[] = [];
  function query(this: Client, ...given: unknown[]): unknown {
    const [sent] = given;
    const text = isStatement(sent) ? sent.text : String(sent);
    if (BEGINS.test(text)) inside.add(this);
    else if (ENDS.test(text)) inside.delete(this);
    else if (isStatement(sent)) measured.push(explainFirst(this, sent, inside.has(this), send));
    return send.apply(this, given);
  }
  const spy = vi.spyOn(Client.prototype, "query").mockImplementation(query);
  try {
    await run();
  } finally {
    spy.mockRestore();
  }
  return Promise.all(measured);
}

// A client sends what it is given in turn, so these come before the statement itself. A connection that is new reads the
// catalog first, so the fewer of two count.
async function explainFirst(
  client: Client,
  statement: Statement,
  isInside: boolean,
  send: Send,
): Promise<[string, number]> {
  const explain = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement.text}`;
  const explained = ["first", "second"].map(() => {
    void send.call(client, isInside ? "SAVEPOINT measured" : "BEGIN");
    const plan = send.call(client, explain, statement.values);
    void send.call(client, isInside ? "ROLLBACK TO SAVEPOINT measured" : "ROLLBACK");
    return plan;
  });
  const blocks = (await Promise.all(explained)).map(({ rows }) => {
    const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
    if (plan === undefined) throw new Error("PostgreSQL returned no plan");
    return blocksOf(plan);
  });
  return [statement.text, Math.min(...blocks)];
}
