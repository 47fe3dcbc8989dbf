import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";

import { PrismaClient } from "@/prisma/generated/client";

export { Prisma } from "@/prisma/generated/client";

export type Db = PrismaClient;

/** The Prisma client on an existing pool, so that a process has one set of connections. */
export function createDb(pool: pg.Pool): Db {
  return new PrismaClient({ adapter: new PrismaPg(pool) });
}
