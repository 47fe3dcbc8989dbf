import { setTimeout as sleep } from "node:timers/promises";

import { createTransport } from "nodemailer";

import { log } from "@/lib/log";
import type { Settings } from "@/lib/settings";

/** A plain-text e-mail. `messageId` is for one that may be sent twice: mail programs then show it once. */
export type Mail = { to: string; subject: string; text: string; messageId?: string };

type Later = () => Promise<Mail | null>;

export type EmailCounts = { waiting: number; sent: number; failed: number; dropped: number };

/** Sends e-mails in the background; sends nothing without a mail server. */
export type Mailer = {
  /**
   * Returns immediately and never fails. A function is called later; if it returns null, nothing is sent. E-mails
   * about an account have a queue of their own, so that notices neither delay nor displace them.
   */
  send(mail: Mail | Later, about: "account" | "notice"): void;
  /**
   * Sends a notice and waits until the mail server has accepted it, or refused it or its recipient for good, which is
   * logged. @returns whether it was accepted @throws Error if neither happened, as when the server lets this service send
   * nothing
   */
  deliver(mail: Mail): Promise<boolean>;
  /** What each queue holds now, and the outcomes of its e-mails since the start; dropped: the queue was full. */
  counts(): Readonly<Record<"account" | "notice", EmailCounts>>;
  /** Waits up to 5 s for accepted e-mails to be sent. */
  close(): Promise<void>;
};

// Enough for a mail server to restart; e-mails are only held in memory, so longer waits gain little.
const WAITS_MS = [1_000, 5_000];
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
// More than normal use; a flood is dropped instead of filling memory.
const MAX_WAITING = 1_000;
const CLOSE_MS = 5_000;
const NONE: EmailCounts = { waiting: 0, sent: 0, failed: 0, dropped: 0 };

/**
 * The mailer of one service: through `SMTP_URL`, or one that sends nothing.
 * @param waits milliseconds before each further attempt
 */
export function createMailer(
  { mail: { url, from } }: Pick<Settings, "mail">,
  waits: readonly number[] = WAITS_MS,
): Mailer {
  if (url === undefined) {
    return {
      send: () => undefined,
      deliver: () => Promise.resolve(true),
      counts: () => ({ account: NONE, notice: NONE }),
      close: () => Promise.resolve(),
    };
  }
  const queues = {
    account: createQueue({ url, from }, waits),
    notice: createQueue({ url, from }, waits),
  };
  return {
    send: (mail, about) => queues[about].send(mail),
    deliver: (mail) => queues.notice.deliver(mail),
    counts: () => ({ account: queues.account.counts(), notice: queues.notice.counts() }),
    close: async () => void (await Promise.all([queues.account.close(), queues.notice.close()])),
  };
}

function createQueue({ url, from }: { url: string; from: string }, waits: readonly number[]) {
  const options = { url, pool: true, maxConnections: 2, ...TIMEOUTS };
  const transport = createTransport(options, {
    from,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const ending = new AbortController();
  const pending = new Set<Promise<void>>();
  const count = { ...NONE };
  const deliver = async (mail: Mail | Later) => {
    count.waiting += 1;
    try {
      const ready = typeof mail === "function" ? await mail() : mail;
      if (ready === null) return;
      // As an object: nodemailer would split a string at a comma.
      const message = { ...ready, to: { name: "", address: ready.to } };
      await persist(() => transport.sendMail(message), waits, ending.signal);
      count.sent += 1;
    } catch (error) {
      count.failed += 1;
      throw error;
    } finally {
      count.waiting -= 1;
    }
  };
  return {
    async deliver(mail: Mail) {
      try {
        await deliver(mail);
        return true;
      } catch (error) {
        if (!isAboutMail(error)) throw error;
        log.error({ code: smtpCodeOf(error) }, "failed to send an e-mail");
        return false;
      }
    },
    send(mail: Mail | Later) {
      if (pending.size >= MAX_WAITING) {
        count.dropped += 1;
        return log.warn("too many e-mails queued; dropped one");
      }
      const work = deliver(mail).catch((error: unknown) => {
        log.error({ code: smtpCodeOf(error) }, "failed to send an e-mail");
      });
      pending.add(work);
      void work.then(() => pending.delete(work));
    },
    counts: () => count,
    async close() {
      ending.abort();
      const cut = sleep(CLOSE_MS, undefined, { ref: false });
      await Promise.race([Promise.all(pending), cut]);
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
      // A 5xx reply is final.
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

/** Whether the recipient or the e-mail was refused, and not the service: its login, its address or its sender. */
const isAboutMail = (error: unknown) =>
  isRefusal(error) && ["RCPT TO", "DATA"].includes(String(Object(error).command));

/** The reply's or error's code; the message often contains the recipient's address. */
function smtpCodeOf(error: unknown): unknown {
  const { code, responseCode }: { code?: unknown; responseCode?: unknown } = Object(error);
  return responseCode ?? code;
}
