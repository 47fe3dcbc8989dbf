import { createHash } from "node:crypto";

import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";

import { PrismaClient } from "@/prisma/generated/client";

export { Prisma } from "@/prisma/generated/client";

export type Db = PrismaClient;

// Named statements are parsed and planned once a connection; the texts are few, since all of them are templates.
const statementNameGenerator = ({ sql }: { sql: string }) =>
  createHash("sha1").update(sql).digest("base64url");

// A transaction that finds every connection taken waits in line as a query does; a 503 after Prisma's own 2 s would
// turn a busy moment into failures.
const transactionOptions = { maxWait: 10_000, timeout: 15_000 };

/** The Prisma client on an existing pool, so that a process has one set of connections. */
export function createDb(pool: pg.Pool): Db {
  const adapter = new PrismaPg(pool, { statementNameGenerator });
  return new PrismaClient({ adapter, transactionOptions });
}
