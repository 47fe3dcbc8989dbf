import { Client, DatabaseError, type PoolClient } from "pg";

/** Times in milliseconds; parameters so that tests need not wait. */
export type WatchTimes = {
  /** How long a statement takes before the server is asked whether it is still there, and how often then. */
  askAfter: number;
  /** How long it may take to accept the connection that asks. */
  ask: number;
  /** What no statement takes, as the server ends it before. */
  longest: number;
};

/** Watches the statements of connections until `stop`. */
export type StatementWatch = { add(client: PoolClient): void; stop(): void };

type Send = (this: Client, ...args: unknown[]) => unknown;
type Statement = { client: PoolClient; since: number };

// Fewer than two could be a busy moment.
const UNANSWERED = 2;

/**
 * Ends connections whose server has vanished without closing them, as a host that lost its power: TCP alone repeats what
 * was sent for 15 minutes. Their statements fail as those of any lost connection.
 */
export function watchStatements(databaseUrl: string, times: WatchTimes): StatementWatch {
  const running = new Set<Statement>();
  let asking = false;
  let unanswered = 0;
  let askAt = 0;

  const olderThan = (ms: number) => {
    const since = performance.now() - ms;
    return [...running].filter((statement) => statement.since < since);
  };
  const ask = async () => {
    asking = true;
    unanswered = (await responds(databaseUrl, times.ask)) ? 0 : unanswered + 1;
    if (unanswered >= UNANSWERED) end(olderThan(times.askAfter));
    askAt = unanswered === 0 ? performance.now() + times.askAfter : 0;
    asking = false;
  };
  const timer = setInterval(() => {
    end(olderThan(times.longest));
    const isDue = !asking && performance.now() > askAt && olderThan(times.askAfter).length > 0;
    if (isDue) void ask();
  }, times.askAfter / 10).unref();
  return {
    add: (client) => follow(client, running),
    stop: () => clearInterval(timer),
  };
}

/**
 * Keeps the statements of a connection in `running`. The `query_timeout` of pg would fail them one by one, and leave the
 * connection to the next.
 */
function follow(client: PoolClient, running: Set<Statement>): void {
  const send = (...args: unknown[]) => {
    const statement = { client, since: performance.now() };
    const ended = () => void running.delete(statement);
    running.add(statement);
    const callback = args.at(-1);
    if (typeof callback === "function")
      args[args.length - 1] = (...results: unknown[]) => {
        ended();
        Reflect.apply(callback, undefined, results);
      };
    // Asked for each time, as what records statements replaces it.
    const query: Send = Reflect.get(Client.prototype, "query");
    const result = query.apply(client, args);
    if (result instanceof Promise) result.then(ended, ended);
    else if (typeof callback !== "function") ended();
    return result;
  };
  Object.defineProperty(client, "query", { value: send, configurable: true });
}

/** The pool removes an ended connection when it is given back. */
function end(statements: readonly Statement[]): void {
  for (const { client } of statements) void client.end().catch(() => undefined);
}

/** Whether anything of the server answers: a refusal, as of one too many connections, also does. */
async function responds(databaseUrl: string, ms: number): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: ms });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    return error instanceof DatabaseError;
  } finally {
    await client.end().catch(() => undefined);
  }
}
