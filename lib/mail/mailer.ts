import { setTimeout as sleep } from "node:timers/promises";

import { createTransport } from "nodemailer";

import { log } from "@/lib/log";
import type { Settings } from "@/lib/settings";

/** A letter of plain text. */
export type Mail = { to: string; subject: string; text: string };

/** Sends letters behind the back of the request that asks for them; without a mail server none. */
export type Mailer = {
  /** Returns at once and never fails. A function is asked for its letter later; null: there is none after all. */
  send(mail: Mail | (() => Promise<Mail | null>)): void;
  /** Ends after what was accepted is sent, or its time is up. */
  close(): Promise<void>;
};

// A server that is restarted is back within seconds; letters are kept in memory only, so it is no use to wait for long.
const WAITS_MS = [1_000, 5_000];
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
// More than people cause; a flood is dropped here and not in memory.
const MAX_WAITING = 1_000;
const CLOSE_MS = 5_000;

/**
 * The mailer of one service: through `SMTP_URL`, or one that sends nothing.
 * @param waits milliseconds before each further attempt
 */
export function createMailer(
  { mail: { url, from } }: Pick<Settings, "mail">,
  waits: readonly number[] = WAITS_MS,
): Mailer {
  if (url === undefined) {
    return { send: () => undefined, close: () => Promise.resolve() };
  }
  const options = { url, pool: true, maxConnections: 2, ...TIMEOUTS };
  const transport = createTransport(options, {
    from,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const ending = new AbortController();
  const underWay = new Set<Promise<void>>();
  const deliver = async (mail: Mail | (() => Promise<Mail | null>)) => {
    const ready = typeof mail === "function" ? await mail() : mail;
    if (ready === null) return;
    // As a whole: a comma in an address would make two of it.
    const letter = { ...ready, to: { name: "", address: ready.to } };
    await persist(() => transport.sendMail(letter), waits, ending.signal);
  };
  return {
    send(mail) {
      if (underWay.size >= MAX_WAITING) return log.warn("too many letters wait; one was dropped");
      const work = deliver(mail).catch((error: unknown) => {
        log.error({ code: codeOf(error) }, "a letter was not sent");
      });
      underWay.add(work);
      void work.then(() => underWay.delete(work));
    },
    async close() {
      ending.abort();
      const cut = sleep(CLOSE_MS, undefined, { ref: false });
      await Promise.race([Promise.all(underWay), cut]);
      transport.close();
    },
  };
}

async function persist(
  send: () => Promise<unknown>,
  waits: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  for (const wait of waits) {
    try {
      await send();
      return;
    } catch (error) {
      // The server looked at the letter and does not want it.
      if (signal.aborted || isRefusal(error)) throw error;
      await sleep(wait, undefined, { signal }).catch(() => undefined);
    }
  }
  await send();
}

const isRefusal = (error: unknown) =>
  error instanceof Error &&
  "responseCode" in error &&
  typeof error.responseCode === "number" &&
  error.responseCode >= 500;

/** A server's answer often repeats whom the letter was for; the code says enough. */
function codeOf(error: unknown): unknown {
  const { code, responseCode }: { code?: unknown; responseCode?: unknown } = Object(error);
  return responseCode ?? code;
}
