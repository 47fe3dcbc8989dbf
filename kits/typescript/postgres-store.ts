import { type FileEvent, type FileInfo, readCursor, readEvents } from "./message.ts";
import { NO_STATE, type State, type Store, type Transaction } from "./store.ts";

/** A connection of `pg`, or of anything with the same `query`. */
export type PostgresClient = {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
};

/** A pool of `pg`. */
export type PostgresPool = PostgresClient & {
  connect(): Promise<PostgresClient & { release(error?: Error): void }>;
};

export type PostgresStoreOptions = {
  pool: PostgresPool;
  /** Tells the webhooks in one database apart, such as the webhook's id: each has a cursor of its own. */
  name: string;
  /** Sets each path to its file, through `client`: it is in the transaction of the cursor. */
  apply: (client: PostgresClient, events: FileEvent[]) => Promise<void>;
  /** Replaces all files with a listing, through `client`. */
  replace: (client: PostgresClient, pages: AsyncIterable<FileInfo[]>) => Promise<void>;
};

/** The tables of the store, for your migrations. */
export const POSTGRES_SCHEMA = `
CREATE TABLE IF NOT EXISTS tidemark_state (
  name text PRIMARY KEY,
  cursor bigint,
  resync bigint,
  listed bigint,
  prefix text
);
CREATE TABLE IF NOT EXISTS tidemark_queue (
  name text,
  cursor bigint,
  events text NOT NULL,
  PRIMARY KEY (name, cursor)
);
`;

/**
 * A store in PostgreSQL. Any number of processes may share it. Create the tables of
 * `POSTGRES_SCHEMA` first.
 */
export function postgresStore(options: PostgresStoreOptions): Store {
  const { pool, name } = options;
  return {
    async transaction(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query("BEGIN ISOLATION LEVEL READ COMMITTED");
        const result = await work(transactionOn(client, options));
        await client.query("COMMIT");
        return result;
      } catch (error) {
        await client.query("ROLLBACK").catch((failure: unknown) => {
          broken = new Error(`failed to roll back ${name}`, { cause: failure });
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
  };
}

function transactionOn(
  client: PostgresClient,
  { name, apply, replace }: PostgresStoreOptions,
): Transaction {
  const read = async (locking = ""): Promise<State | undefined> => {
    const text = `SELECT cursor::text, resync::text, listed::text, prefix FROM tidemark_state
      WHERE name = $1 ${locking}`;
    const [row] = (await client.query(text, [name])).rows;
    if (row === undefined) return undefined;
    return {
      cursor: readKnown(row.cursor),
      resync: readKnown(row.resync),
      listed: readKnown(row.listed),
      prefix: typeof row.prefix === "string" ? row.prefix : null,
    };
  };
  return {
    read: async () => (await read()) ?? NO_STATE,
    async lock() {
      const state = await read("FOR UPDATE");
      if (state !== undefined) return state;
      await client.query("INSERT INTO tidemark_state (name) VALUES ($1) ON CONFLICT DO NOTHING", [
        name,
      ]);
      return this.lock();
    },
    async save({ cursor, resync, listed, prefix }) {
      const cursors = [cursor, resync, listed].map((value) => value?.toString() ?? null);
      await client.query(
        "UPDATE tidemark_state SET cursor = $2, resync = $3, listed = $4, prefix = $5 WHERE name = $1",
        [name, ...cursors, prefix],
      );
    },
    apply: (events) => apply(client, events),
    replace: (pages) => replace(client, pages),
    async waitForListing() {
      await client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [
        `tidemark ${name}`,
      ]);
    },
    ...queueOn(client, name),
  };
}

const readKnown = (value: unknown) => (value === null ? null : readCursor(value));

type Queue = Pick<Transaction, "queueLength" | "enqueue" | "queue" | "dequeue">;

function queueOn(client: PostgresClient, name: string): Queue {
  return {
    async queueLength() {
      const text = "SELECT count(*) AS length FROM tidemark_queue WHERE name = $1";
      return Number((await client.query(text, [name])).rows[0]?.length);
    },
    async enqueue({ cursor, events }) {
      await client.query(
        "INSERT INTO tidemark_queue (name, cursor, events) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        [name, cursor.toString(), JSON.stringify(events)],
      );
    },
    async queue() {
      const text =
        "SELECT cursor::text, events FROM tidemark_queue q WHERE name = $1 ORDER BY q.cursor";
      return (await client.query(text, [name])).rows.map(({ cursor, events }) => ({
        cursor: readCursor(cursor),
        events: readEvents(JSON.parse(String(events))),
      }));
    },
    async dequeue(upTo) {
      await client.query("DELETE FROM tidemark_queue WHERE name = $1 AND cursor <= $2", [
        name,
        upTo.toString(),
      ]);
    },
  };
}
