import { createHash } from "node:crypto";

import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";

import { PrismaClient } from "@/prisma/generated/client";

export { Prisma } from "@/prisma/generated/client";

export type Db = PrismaClient;

// Named statements are parsed and planned once a connection; the texts are few, since all of them are templates.
const statementNameGenerator = ({ sql }: { sql: string }) =>
  createHash("sha1").update(sql).digest("base64url");

/** The Prisma client on an existing pool, so that a process has one set of connections. */
export function createDb(pool: pg.Pool): Db {
  return new PrismaClient({ adapter: new PrismaPg(pool, { statementNameGenerator }) });
}
