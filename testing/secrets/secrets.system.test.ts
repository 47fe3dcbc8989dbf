import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";

import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { TokenPrefix } from "@/lib/auth/token";
import { api } from "@/lib/contract/api";
import { openapiDocument } from "@/lib/openapi/document";
import { unseal } from "@/lib/seal";
import { freePort } from "@/lib/server/launch/free-port";
import { withDatabase } from "@/lib/server/launch/with-database";
import { readSettings } from "@/lib/settings";
import { secretContext } from "@/lib/webhooks/secret";
import { createAuthority } from "@/testing/certificates";
import { type Endpoint, startEndpoint } from "@/testing/endpoint";
import { eventually } from "@/testing/eventually";
import { type MailServer, startMailServer } from "@/testing/mail-server";
import { NO_LIMITS } from "@/testing/no-limits";
import { type Child, runProgram, startProgram } from "@/testing/programs/children";
import { isReady } from "@/testing/programs/service";

import { failAll } from "./faults";
import { findLeaks, type Text } from "./find-leaks";
import { listen, misuse, readAll } from "./misuse";
import { readDatabase } from "./read-database";
import { type SecretRecorder, signIn, startRecorder } from "./recorder";
import { type Journey, SOURCES } from "./sources";

const STAFF = { email: "staff@example.com", password: "the passphrase of the staff" };
const HOST = "receiver.test";
// Patterns of secrets that the service never shows us.
const ANY = /tmk[a-z]*_[0-9A-Za-z]{49}|whsec_[0-9A-Za-z+/]{32}/g;

const directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-secrets-"));
const logFile = path.join(directory, "service.log");
const dataDir = path.join(directory, "data");
const children: Child[] = [];
const streams = new AbortController();
let endpoint: Endpoint;
let mail: MailServer;
let databaseUrl: string;
let recorder: SecretRecorder;
let journey: Journey;
let setupLink: string;

const admin = async (...args: string[]) => {
  const program = ["bin/run.mjs", "bin/admin.ts", ...args, "--json"];
  return JSON.parse(await runProgram(program, { TIDEMARK_DATA_DIR: dataDir, DATABASE_URL: "" }));
};

beforeAll(async () => {
  chmodSync(directory, 0o711);
  const authority = await createAuthority();
  const caFile = path.join(directory, "ca.pem");
  writeFileSync(caFile, authority.ca);
  endpoint = await startEndpoint({
    certificate: await authority.issue([HOST]),
    respond: () => ({ status: endpoint.requests.length % 2 === 0 ? 200 : 500 }),
  });
  // The first e-mail is rejected, which the service logs.
  mail = await startMailServer({ refuse: (nth) => (nth === 1 ? { responseCode: 550 } : null) });
  const origin = await start({
    WEBHOOK_CONNECT_TO: `${HOST}:443=127.0.0.1:${endpoint.port}`,
    WEBHOOK_CA_FILE: caFile,
    SECURITY_CONTACT: "mailto:security@example.com",
    SMTP_URL: mail.url,
  });
  databaseUrl = await withDatabase(readSettings({ TIDEMARK_DATA_DIR: dataDir }), (url) =>
    Promise.resolve(url),
  );
  recorder = startRecorder(origin);
  keepSettings();
  const printed = await eventually("the launcher has printed its output", () =>
    /\S+\/setup#\S+/.exec(readLog()),
  );
  setupLink = printed[0];
  journey = {
    recorder,
    admin,
    setupLink,
    webhookUrl: `https://${HOST}/hook`,
    emailTo: (address, text) => mail.emailTo(address, text),
    owner: { email: "", password: "", who: null },
    org: "",
    key: { id: "", secret: "" },
    fs: { id: "", base: "" },
    params: {},
  };
}, 300_000);

afterAll(async () => {
  streams.abort();
  for (const child of children) await child.stop();
  await mail.close();
  await endpoint.close();
  rmSync(directory, { recursive: true, force: true });
}, 60_000);

/** Starts a whole service with its own data and all output in one file; returns where it is. */
async function start(settings: Record<string, string>): Promise<string> {
  const port = await freePort();
  const none = { APP_URL: "", DATABASE_URL: "", BLOB_URL: "", INNGEST_BASE_URL: "" };
  const own = { PORT: String(port), SFTP_PORT: "0", TIDEMARK_DATA_DIR: dataDir, ...NO_LIMITS };
  const env = { ...none, ...own, ...settings };
  children.push(await startProgram(["bin/start.mjs"], env, logFile));
  const origin = `http://localhost:${port}`;
  await eventually("the service to be ready", () => isReady(origin), 280_000);
  return origin;
}

const readLog = () => readFileSync(logFile, "utf8");

/** The secrets that the service generated at its first start. */
function keepSettings(): void {
  const secrets = path.join(dataDir, "secrets");
  for (const name of readdirSync(secrets)) {
    const text = readFileSync(path.join(secrets, name), "utf8").trim();
    recorder.keep(name, text.replace(/^(k1:|signkey-prod-)/, ""));
  }
  recorder.keep("database password", decodeURIComponent(new URL(databaseUrl).password));
}

/**
 * Everything that anyone but a secret's recipient could read. The setup link is printed once by
 * design.
 */
async function everything(): Promise<Text[]> {
  const received = endpoint.requests.map(({ head, body }) => `${head}\n${body}`).join("\n");
  return [
    { location: "log", text: readLog().replace(setupLink, "") },
    { location: "requests to the webhook", text: received },
    ...recorder.responses,
    ...(await readDatabase(databaseUrl)),
  ];
}

test.each(SOURCES)(
  "%s",
  async (_, make) => {
    const known = recorder.secrets.length;
    await make(journey);
    expect(recorder.secrets.length).toBeGreaterThan(known);
  },
  30_000,
);

test("secrets of every kind are collected", () => {
  const prefixes: Record<TokenPrefix | "whsec_", true> = {
    tmk_: true,
    tmkat_: true,
    tmkrt_: true,
    tmktk_: true,
    tmkmp_: true,
    tmkinv_: true,
    tmkdc_: true,
    tmkpr_: true,
    tmkec_: true,
    whsec_: true,
  };
  const kinds = new Set(recorder.secrets.map(({ kind }) => kind));
  const others = [
    "setup token",
    "session cookie",
    "password",
    "user code",
    "NEXTAUTH_SECRET",
    "ENCRYPTION_KEYS",
  ];
  expect([...Object.keys(prefixes), ...others].filter((kind) => !kinds.has(kind))).toEqual([]);
  for (const { kind, value } of recorder.secrets) {
    if (kind in prefixes) expect(value.startsWith(kind), kind).toBe(true);
  }
});

test("every resource is read, misused and made to fail", async () => {
  await admin("create-user", "--email", STAFF.email, "--password", STAFF.password, "--support");
  recorder.keep("password", STAFF.password);
  const staff = await signIn(recorder, STAFF.email, STAFF.password);
  const { base } = journey.fs;
  const webhook = `${base}/webhooks/${journey.params["webhook_id"]}`;
  const live = [`${base}/webhooks/stream`, `${webhook}/deliveries/stream`];
  for (const route of [`${base}/changes?cursor=0`, ...live])
    void listen(recorder, journey.key.secret, route, streams.signal);
  await eventually("messages arrived", () => endpoint.requests.length > 1);
  const [delivery] = (await recorder.send(journey.owner.who, "GET", `${webhook}/deliveries`)).body;
  journey.params["msg_id"] = delivery.id;
  expect(await readAll(journey, staff)).toEqual([]);
  for (const secret of recorder.secrets) await misuse(recorder, secret);
  const failed = await failAll(journey, databaseUrl);
  expect(failed.map(({ status }) => status)).toEqual(failed.map(() => 500));
  const streamed = recorder.responses.filter((text) => text.location.startsWith("stream"));
  expect(streamed.map(({ text }) => /^data: /m.test(text))).toEqual([true, true, true]);
  // Failures are logged where this test searches.
  const log = readLog();
  for (const { headers } of failed) expect(log).toContain(headers.get("x-request-id"));
  expect(log).toContain("failed to send an e-mail");
}, 120_000);

// Uses the platform's own encoders rather than the search's.
const WRITINGS: [form: string, write: (secret: string) => string][] = [
  ["raw", (secret) => `x${secret}x`],
  ["URL-encoded", (secret) => `?a=${encodeURIComponent(secret)}&b`],
  ["form-encoded", (secret) => new URLSearchParams({ a: secret, b: "" }).toString()],
  ["in JSON", (secret) => JSON.stringify({ secret })],
  ["in JSON in JSON", (secret) => JSON.stringify({ body: JSON.stringify({ secret }) })],
  ["hex", (secret) => Buffer.from(secret).toString("hex")],
  ["HEX", (secret) => Buffer.from(`x${secret}`).toString("hex").toUpperCase()],
  ...["", "x", "xy"].flatMap((before): [string, (secret: string) => string][] => [
    ["base64", (secret) => Buffer.from(`${before}${secret}xyz`).toString("base64")],
    ["base64url", (secret) => Buffer.from(`${before}${secret}`).toString("base64url")],
  ]),
];

test.each(["tmktk_", "whsec_", "password"])(
  "a planted %s is found",
  async (kind) => {
    const secret = recorder.secrets.find((one) => one.kind === kind)!;
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    const found = (texts: Text[]) => findLeaks([secret], texts).map((leak) => leak.location);
    try {
      await client.query("CREATE TABLE planted (t text, j jsonb, b bytea)");
      for (const [form, write] of WRITINGS) {
        const text = write(secret.value);
        const rows: unknown[][] = [
          [text, null, null],
          [null, { deep: [text] }, null],
          [null, null, Buffer.from(text)],
        ];
        for (const row of rows) {
          await client.query("INSERT INTO planted VALUES ($1, $2, $3)", row);
          expect(found(await readDatabase(databaseUrl)), form).toContain("public.planted");
          await client.query("TRUNCATE planted");
        }
        const before = readLog();
        appendFileSync(logFile, `{"msg":"${text}"}\n`);
        expect(new Set(found(await everything())), form).toEqual(new Set(["log"]));
        writeFileSync(logFile, before);
      }
    } finally {
      await client.query("DROP TABLE planted");
      await client.end();
    }
  },
  60_000,
);

test("no secret stands anywhere else", async () => {
  const texts = await everything();
  expect(texts.map((text) => text.location)).toEqual(
    expect.arrayContaining(["log", "public.mount_session"]),
  );
  expect(findLeaks(recorder.secrets, texts)).toEqual([]);
  // The examples of the API document have the form of secrets, and open nothing.
  const examples = [...JSON.stringify(openapiDocument(api, "")).matchAll(ANY)];
  const known = new Set([
    ...recorder.secrets.map(({ value }) => value),
    ...examples.map(([example]) => example),
  ]);
  const unknown = texts.flatMap(({ location: at, text }) =>
    [...text.matchAll(ANY)].filter(([found]) => !known.has(found)).map(() => at),
  );
  expect(unknown).toEqual([]);
}, 60_000);

test("webhook secrets are sealed, and open for their own webhook alone", async () => {
  const { encryptionKeys } = readSettings({
    ENCRYPTION_KEYS: readFileSync(path.join(dataDir, "secrets", "ENCRYPTION_KEYS"), "utf8").trim(),
  });
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ webhook_id: string; sealed: string }>(
    "SELECT webhook_id, sealed FROM webhook_secret ORDER BY number",
  );
  await client.end();
  const opened = rows.map(({ webhook_id: id, sealed }) =>
    unseal(encryptionKeys!, sealed, secretContext(id)),
  );
  expect(opened).toEqual(
    recorder.secrets.filter(({ kind }) => kind === "whsec_").map(({ value }) => value),
  );
  expect(() => unseal(encryptionKeys!, rows[0]!.sealed, secretContext("wh_x"))).toThrow();
});
