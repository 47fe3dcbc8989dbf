import { SMTPServer } from "smtp-server";

import { portOf } from "./endpoint";

/** A mail server on a real socket that keeps what it gets. */
export type MailServer = {
  url: string;
  /** How many times somebody wanted to hand over a letter. */
  attempts(): number;
  /** The newest letter to an address that holds a text, as it came, in plain text; null: none yet. */
  letterTo(address: string, text?: string): string | null;
  close(): Promise<void>;
};

type Options = {
  /** What the nth attempt, from 1, is answered with instead of being taken. */
  refuse?: (attempt: number) => { responseCode: number } | null;
};

/** Starts one on a free port of the loopback. */
export async function startMailServer({ refuse = () => null }: Options = {}): Promise<MailServer> {
  const letters: { address: string; text: string }[] = [];
  let attempts = 0;
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const refusal = refuse((attempts += 1));
        if (refusal !== null) return done(Object.assign(new Error("refused"), refusal));
        const text = Buffer.concat(chunks).toString("utf8").replace(/=\r\n/g, "");
        for (const { address } of session.envelope.rcptTo) letters.push({ address, text });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${portOf(server.server)}`,
    attempts: () => attempts,
    letterTo: (address, part = "") =>
      letters.findLast((one) => one.address === address && one.text.includes(part))?.text ?? null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
