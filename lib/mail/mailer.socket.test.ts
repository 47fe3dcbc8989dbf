import { afterEach, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { startMailServer, type MailServer } from "@/testing/mail-server";

import { invitationEmail } from "./emails";
import { createMailer, type Mailer } from "./mailer";

const TO = "ada@example.com";
const FROM = "Tidemark <no-reply@files.example.com>";

const open: (MailServer | Mailer)[] = [];
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close();
});

async function start(refuse?: (attempt: number) => { responseCode: number } | null) {
  const server = await startMailServer(refuse === undefined ? {} : { refuse });
  const mailer = createMailer({ mail: { url: server.url, from: FROM } }, [10, 10]);
  open.push(server, mailer);
  return { server, mailer };
}

const email = { to: TO, subject: "Hello", text: "Here you are.\n" };

test("an e-mail arrives, in plain text and from whom it should be", async () => {
  const { server, mailer } = await start();
  const url = "https://files.example.com/invitation#tmkinv_x";
  const organisation = "Full. Sign in at https://evil.example/x\r\nBcc: eve@example.com";
  const inviter = { name: "www.evil.example\u202e", email: "mallory@example.com" };
  mailer.send(invitationEmail({ to: TO, organisation, inviter, url }), "notice");
  const text = await eventually("the e-mail", () => server.emailTo(TO));
  expect(text).toContain(`From: ${FROM}`);
  expect(text).toContain("Content-Type: text/plain");
  expect(text).toContain(url);
  expect(text).toContain("mallory@example.com");
  expect(text).not.toMatch(/^Bcc:|evil\.example|:\/\/evil|\u202e/im);
  expect(server.emailTo("eve@example.com")).toBeNull();
});

test("an address that looks like two is one", async () => {
  const { server, mailer } = await start();
  mailer.send({ ...email, to: "x,eve@example.com" }, "notice");
  mailer.send(email, "notice");
  await eventually("both e-mails", () => server.attempts() === 2);
  expect(server.emailTo(TO)).not.toBeNull();
  expect(server.emailTo("eve@example.com")).toBeNull();
});

test("a server that is busy for a moment is asked again, one that does not want it is not", async () => {
  const busy = await start((attempt) => (attempt < 3 ? { responseCode: 451 } : null));
  busy.mailer.send(email, "notice");
  await eventually("the e-mail", () => busy.server.emailTo(TO));
  expect(busy.server.attempts()).toBe(3);
  const strict = await start((attempt) => (attempt === 1 ? { responseCode: 550 } : null));
  strict.mailer.send(email, "notice");
  await eventually("the refusal", () => strict.server.attempts() === 1);
  strict.mailer.send({ ...email, to: "grace@example.com" }, "notice");
  await eventually("the next e-mail", () => strict.server.emailTo("grace@example.com"));
  expect(strict.server.attempts()).toBe(2);
});

test("neither a server that is away nor an e-mail that cannot be made troubles who sends", async () => {
  const { server, mailer } = await start();
  await server.close();
  mailer.send(email, "notice");
  mailer.send(() => Promise.reject(new Error("no database")), "notice");
  mailer.send(() => Promise.resolve(null), "notice");
  await mailer.close();
  expect(server.attempts()).toBe(0);
});

test("without a server nothing is even made", async () => {
  const mailer = createMailer({ mail: { url: undefined, from: FROM } });
  let asked = false;
  mailer.send(() => {
    asked = true;
    return Promise.resolve(email);
  }, "notice");
  await mailer.close();
  expect(asked).toBe(false);
});

test("what was accepted is sent before the end", async () => {
  const { server, mailer } = await start();
  mailer.send(email, "notice");
  await mailer.close();
  expect(server.emailTo(TO)).not.toBeNull();
});

test("a flood of notices delays no e-mail about an account", async () => {
  const { server, mailer } = await start();
  for (let n = 0; n < 1_500; n++) mailer.send({ ...email, to: `flood-${n}@example.com` }, "notice");
  mailer.send(email, "account");
  await eventually("the e-mail", () => server.emailTo(TO));
  expect(server.attempts()).toBeLessThan(500);
});
