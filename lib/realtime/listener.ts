import { Client } from "pg";

import { KEEP_ALIVE } from "@/lib/db/pool";

/** A connection that runs LISTEN. */
export type Listener = { close(): Promise<void> };

const RECONNECT_MS = 1_000;
// For the connection and for LISTEN, each.
const ANSWER_MS = 5_000;

/**
 * Listens on a channel, on its own connection, until it is closed; a lost connection is reopened
 * after a second.
 * @param hear receives each payload, and null each time listening starts: earlier payloads are
 *   unknown
 */
export function listen(
  databaseUrl: string,
  channel: string,
  hear: (payload: string | null) => void,
): Listener {
  let closed = false;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const again = (lost: Client) => {
    if (client !== lost) return;
    client = undefined;
    if (!closed) timer = setTimeout(connect, RECONNECT_MS);
  };
  const connect = () => {
    const opened = new Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      ...KEEP_ALIVE,
    });
    client = opened;
    opened.on("notification", ({ payload = "" }) => hear(payload));
    opened.on("error", () => undefined);
    opened.on("end", () => again(opened));
    opened
      .connect()
      .then(() => opened.query(`LISTEN "${channel}"`))
      .then(() => hear(null))
      .catch(() => {
        void opened.end().catch(() => undefined);
        again(opened);
      });
  };
  connect();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
