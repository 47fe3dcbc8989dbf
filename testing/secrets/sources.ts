import { createHash } from "node:crypto";

import { CLIENT_ID, DEVICE_GRANT } from "@/lib/contract/oauth";
import { newId } from "@/lib/ids";
import { eventually } from "@/testing/eventually";

import { type SecretRecorder, signIn, type Who } from "./recorder";

/** The state of the journey; each source can use what earlier ones created. */
export type Journey = {
  recorder: SecretRecorder;
  /** Runs an admin command and returns its output. */
  admin: (...args: string[]) => Promise<Record<string, string>>;
  /** The `/setup` link that the launcher printed. */
  setupLink: string;
  webhookUrl: string;
  /** The newest e-mail to an address that contains a text; null if none has arrived. */
  emailTo: (address: string, text: string) => string | null;
  owner: { email: string; password: string; who: Who };
  org: string;
  key: { id: string; secret: string };
  fs: { id: string; base: string };
  params: Record<string, string>;
};

const email = () => `${newId("user")}@example.com`;
const fragment = (url: string) => new URL(url).hash.slice(1);
let serial = 0;
/** A password that differs in every encoding, so that none is mistaken for another. */
const newPassword = (recorder: SecretRecorder) =>
  recorder.keep("password", `Päss+word /${(serial += 1)}% "${newId("user").slice(-10)}" ~&=?`);
const post = (route: string, body?: object): [string, string, object?] =>
  body === undefined ? ["POST", route] : ["POST", route, body];
const oauth = (route: string, body: object): [string, string, object, true] => [
  "POST",
  `/oauth/${route}`,
  { client_id: CLIENT_ID, ...body },
  true,
];

/**
 * Every way in which the service issues or receives a secret, in an order in which they can run.
 */
export const SOURCES: [name: string, make: (journey: Journey) => Promise<void>][] = [
  ["the setup link, a password", setUp],
  ["a console session", async (journey) => void (journey.owner.who = await enter(journey))],
  ["an API key", apiKey],
  ["a webhook and its next secret", webhook],
  ["a mount's ticket and password", mount],
  ["a mount by public key", mountByKey],
  ["an invitation, of a stranger and of a user", invitations],
  ["a command-line login, its codes and tokens", login],
  ["a password change", changePassword],
  ["a change of address", changeEmail],
  ["a reset link", resetPassword],
  ["a reset link by mail", resetByMail],
  ["a wrong password", wrongPassword],
];

const enter = ({ recorder, owner }: Journey) => signIn(recorder, owner.email, owner.password);

async function setUp(journey: Journey): Promise<void> {
  const { recorder, setupLink } = journey;
  const token = recorder.keep("setup token", fragment(setupLink));
  journey.owner = { email: email(), password: newPassword(recorder), who: null };
  const user = { email: journey.owner.email, name: "Owner", password: journey.owner.password };
  const body = { token, ...user, organisation: "Example" };
  const made = await recorder.make(null, post("/api/v1/auth/setup", body), () => ({}));
  journey.org = `/api/v1/orgs/${made.org_id}`;
  Object.assign(journey.params, { org_id: made.org_id, user_id: made.user_id });
}

async function apiKey(journey: Journey): Promise<void> {
  const { recorder, org, owner } = journey;
  const body = { name: "backend", permissions: ["filesystems:create", "grants:write"] };
  const made = await recorder.make(owner.who, post(`${org}/api-keys`, body), ({ key }) => ({
    tmk_: key,
  }));
  const rotate = post(`${org}/api-keys/${made.id}:rotate`, {});
  const rotated = await recorder.make(owner.who, rotate, ({ key }) => ({ tmk_: key }));
  journey.key = { id: made.id, secret: rotated.key };
  // The old one works too for a day.
  const fs = await recorder.make(
    made.key,
    post(`${org}/filesystems`, { name: "files" }),
    () => ({}),
  );
  journey.fs = { id: fs.id, base: `${org}/filesystems/${fs.id}` };
  Object.assign(journey.params, { key_id: made.id, fs_id: fs.id });
}

const theSecret = ({ secret }: { secret: string }) => ({ whsec_: secret });

async function webhook({ recorder, fs, key, webhookUrl, params }: Journey): Promise<void> {
  const request = post(`${fs.base}/webhooks`, { url: webhookUrl });
  const { id } = await recorder.make(key.secret, request, theSecret);
  await recorder.make(key.secret, post(`${fs.base}/webhooks/${id}:rotate-secret`), theSecret);
  Object.assign(params, { webhook_id: id });
}

async function mount({ recorder, fs, key, params }: Journey): Promise<void> {
  const body = { filesystem_id: fs.id, mode: "rw", idempotency_key: "one" };
  const create = post("/api/v1/mount-sessions", body);
  const { id, ticket } = await recorder.make(key.secret, create, (made) => ({
    tmktk_: made.ticket,
  }));
  await recorder.send(key.secret, ...create);
  const exchange = post("/api/v1/mount-sessions:exchange", { ticket });
  const { password } = await recorder.make(null, exchange, (made) => ({ tmkmp_: made.password }));
  await recorder.send(null, ...exchange);
  await recorder.send(password, "PUT", `${fs.base}/files?path=/mounted`, "text");
  await recorder.send(password, "POST", `/api/v1/mount-sessions/${id}:renew`);
  // What the file has.
  const etag = createHash("sha256").update("text").digest("hex").slice(0, 32);
  Object.assign(params, { session_id: id, etag });
}

async function mountByKey({ recorder, fs, owner }: Journey): Promise<void> {
  const create = post("/api/v1/mount-sessions", { filesystem_id: fs.id, mode: "ro" });
  const { ticket } = await recorder.make(owner.who, create, (made) => ({ tmktk_: made.ticket }));
  const public_key =
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAINdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea";
  await recorder.send(null, "POST", "/api/v1/mount-sessions:exchange", { ticket, public_key });
}

async function invitations({ recorder, org, owner, emailTo }: Journey): Promise<void> {
  const invite = async (who: Who, at: string, to: string) => {
    const request = post(`${at}/invitations`, { email: to, role: "member" });
    const made = await recorder.make(who, request, ({ url }) => ({ tmkinv_: fragment(url) }));
    return fragment(made.url);
  };
  const stranger = email();
  const password = newPassword(recorder);
  await invite(owner.who, org, stranger);
  const link = () => /#(tmkinv_\w+)/.exec(emailTo(stranger, "#tmkinv_") ?? "")?.[1];
  const token = recorder.keep("tmkinv_", await eventually("the invitation e-mail", link));
  await recorder.send(null, "POST", "/api/v1/auth/sign-up", { token, name: "Guest", password });
  const guest = await signIn(recorder, stranger, password);
  const other = await recorder.make(guest, post("/api/v1/orgs", { name: "Other" }), () => ({}));
  const second = await invite(guest, `/api/v1/orgs/${other.id}`, owner.email);
  await recorder.send(owner.who, "POST", "/api/v1/invitations:accept", { token: second });
  await invite(owner.who, org, email());
}

const tokens = (made: { access_token: string; refresh_token: string }) => ({
  tmkat_: made.access_token,
  tmkrt_: made.refresh_token,
});

async function login({ recorder, owner, params }: Journey): Promise<void> {
  type Codes = { device_code: string; user_code: string; verification_uri_complete: string };
  const codes = await recorder.make(null, oauth("device_authorization", {}), (made: Codes) => ({
    tmkdc_: made.device_code,
    "complete link": made.verification_uri_complete,
    "user code": made.user_code,
    "user code as typed": made.user_code.replace("-", ""),
  }));
  for (const verb of ["lookup", "approve"])
    await recorder.send(owner.who, "POST", `/api/v1/device:${verb}`, {
      user_code: codes.user_code,
    });
  const first = { grant_type: DEVICE_GRANT, device_code: codes.device_code };
  const granted = await recorder.make(null, oauth("token", first), tokens);
  const again = { grant_type: "refresh_token", refresh_token: granted.refresh_token };
  const refreshed = await recorder.make(null, oauth("token", again), tokens);
  const logins = await recorder.send(owner.who, "GET", "/api/v1/me/logins");
  Object.assign(params, { login_id: logins.body[0].id });
  // The used one, which ends the login, and one that does not exist.
  await recorder.send(null, ...oauth("token", again));
  await recorder.send(refreshed.access_token, "GET", "/api/v1/me");
  await recorder.send(null, ...oauth("revoke", { token: refreshed.refresh_token }));
}

async function changePassword({ recorder, owner }: Journey): Promise<void> {
  const body = { current_password: owner.password, new_password: newPassword(recorder) };
  await recorder.send(owner.who, "POST", "/api/v1/me/password", body);
  owner.password = body.new_password;
}

async function changeEmail({ recorder, owner, emailTo }: Journey): Promise<void> {
  const to = email();
  await recorder.send(owner.who, "POST", "/api/v1/me/email", { email: to });
  const link = () => /#(tmkec_\w+)/.exec(emailTo(to, "#tmkec_") ?? "")?.[1];
  const token = recorder.keep("tmkec_", await eventually("the e-mail", link));
  for (const status of [200, 404]) {
    const response = await recorder.send(owner.who, "POST", "/api/v1/me/email:confirm", { token });
    if (response.status !== status) throw new Error(`the change of address: ${response.status}`);
  }
  owner.email = to;
}

async function resetPassword(journey: Journey): Promise<void> {
  const { url = "" } = await journey.admin("reset-password", "--email", journey.owner.email);
  await confirmReset(journey, fragment(url));
}

async function resetByMail(journey: Journey): Promise<void> {
  const { recorder, owner, emailTo } = journey;
  await recorder.send(null, "POST", "/api/v1/auth/password-reset", { email: owner.email });
  const link = () => /#(tmkpr_\w+)/.exec(emailTo(owner.email, "#tmkpr_") ?? "")?.[1];
  await confirmReset(journey, await eventually("the e-mail", link));
}

async function confirmReset(journey: Journey, link: string): Promise<void> {
  const { recorder, owner } = journey;
  const token = recorder.keep("tmkpr_", link);
  owner.password = newPassword(recorder);
  const body = { token, password: owner.password };
  for (const status of [200, 404]) {
    const response = await recorder.send(null, "POST", "/api/v1/auth/password-reset:confirm", body);
    if (response.status !== status) throw new Error(`the reset: ${response.status}`);
  }
  owner.who = await enter(journey);
}

async function wrongPassword({ recorder, owner }: Journey): Promise<void> {
  await signIn(recorder, owner.email, newPassword(recorder));
  await signIn(
    recorder,
    recorder.keep("password typed as address", `${newPassword(recorder)}@x`),
    "x",
  );
}
