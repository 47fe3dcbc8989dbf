import { createHash } from "node:crypto";

import { type Pool, types } from "pg";

/** Runs one statement, which is planned once for each connection; BIGINT becomes bigint. Resolves to its rows. */
export type Sql = <Row extends object>(
  texts: readonly string[],
  ...values: readonly unknown[]
) => Promise<Row[]>;

type Prepared = { name: string; text: string };

// As Prisma reads them, so that a row is the same either way.
const TYPES = {
  getTypeParser: ((oid, format) =>
    oid === types.builtins.INT8
      ? BigInt
      : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};

/**
 * A template tag, without nested fragments, for the statements of docs/decisions/0022-hot-statements.md on Prisma's own
 * pool. Everything else uses Prisma, and so do transactions.
 */
export function createSql(pool: Pool): Sql {
  const prepared = new WeakMap<readonly string[], Prepared>();
  return async <Row extends object>(texts: readonly string[], ...values: readonly unknown[]) => {
    const statement = prepared.get(texts) ?? prepare(texts);
    prepared.set(texts, statement);
    const { rows } = await pool.query<Row>({ ...statement, values: [...values], types: TYPES });
    return rows;
  };
}

function prepare(texts: readonly string[]): Prepared {
  const text = texts.reduce((whole, part, i) => `${whole}$${i}${part}`);
  return { text, name: createHash("sha1").update(text).digest("base64url") };
}
