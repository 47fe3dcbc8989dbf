import type { Pool } from "pg";

import type { Db } from "@/lib/db/client";

import type { startReceivers } from "./receivers";
import type { startOracleService } from "./service";

/** What waves share. */
export type Environment = {
  service: Awaited<ReturnType<typeof startOracleService>>;
  receiverPool: Awaited<ReturnType<typeof startReceivers>>;
  sql: Pool;
  db: Db;
  log: (line: string) => void;
};
