import { SMTPServer } from "smtp-server";

import { portOf } from "./endpoint";

/** A mail server on a real socket that stores what it receives. */
export type MailServer = {
  url: string;
  /** How many times a client tried to deliver an e-mail that contains a text. */
  attempts(text?: string): number;
  /**
   * The newest e-mail to an address that contains a text, as raw plain text; null if none has
   * arrived.
   */
  emailTo(address: string, text?: string): string | null;
  close(): Promise<void>;
};

type Options = {
  /** The response to the nth attempt, from 1, instead of accepting it. */
  refuse?: (attempt: number) => { responseCode: number } | null;
};

/** Starts one on a free loopback port. */
export async function startMailServer({ refuse = () => null }: Options = {}): Promise<MailServer> {
  const emails: { address: string; text: string }[] = [];
  const tried: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8").replace(/=\r\n/g, "");
        const refusal = refuse(tried.push(text));
        if (refusal !== null) return done(Object.assign(new Error("refused"), refusal));
        for (const { address } of session.envelope.rcptTo) emails.push({ address, text });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${portOf(server.server)}`,
    attempts: (part = "") => tried.filter((text) => text.includes(part)).length,
    emailTo: (address, part = "") =>
      emails.findLast((one) => one.address === address && one.text.includes(part))?.text ?? null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
