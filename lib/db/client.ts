import { createHash } from "node:crypto";

import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";

import { PrismaClient } from "@/prisma/generated/client";

import { STATEMENT_MS } from "./pool";

export { Prisma } from "@/prisma/generated/client";

export type Db = PrismaClient;

// Named statements are planned once per connection; there are few texts, since all are templates.
const statementNameGenerator = ({ sql }: { sql: string }) =>
  createHash("sha1").update(sql).digest("base64url");

// A transaction waits for a free connection as long as a query does; Prisma's default of 2 s would turn a
// busy moment into 503s.
const transactionOptions = { maxWait: 10_000, timeout: 15_000 };

/** Options of a transaction around a statement that may take as long as one may: it has time to end. */
export const LONG_TRANSACTION = { timeout: STATEMENT_MS + 10_000 };

/** A Prisma client on an existing pool, so that a process has one set of connections. */
export function createDb(pool: pg.Pool): Db {
  const adapter = new PrismaPg(pool, { statementNameGenerator });
  return new PrismaClient({ adapter, transactionOptions });
}
