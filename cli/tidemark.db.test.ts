import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { hashToken } from "@/lib/auth/token";
import { portOf } from "@/testing/endpoint";
import { eventually } from "@/testing/eventually";
import { decide, logIn } from "@/testing/login";
import { usePackedCli } from "@/testing/packed-cli";
import { repeats } from "@/testing/repeats";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";
import { createTestUser, join, type TestUser } from "@/testing/user";

const cli = usePackedCli();
let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let user: TestUser;
let home: string;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
  user = await createTestUser(service);
  await join(service, tenant.orgId, user.id, "member");
});
afterAll(() => service.close());
beforeEach(() => {
  home = mkdtempSync(path.join(os.tmpdir(), "tidemark-cli-"));
  return () => rmSync(home, { recursive: true, force: true });
});

const query = async (text: string, values: unknown[]) =>
  (await service.services.pool.query(text, values)).rows;
const directory = () => path.join(home, "tidemark");
const file = () => path.join(directory(), "credentials.json");
const stored = () => JSON.parse(readFileSync(file(), "utf8")).logins[service.url];
const modeOf = (name: string) => (statSync(name).mode & 0o777).toString(8);

function start(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [cli.program, ...args], {
    env: {
      ...process.env,
      XDG_CONFIG_HOME: home,
      TIDEMARK_API_KEY: "",
      TIDEMARK_API_URL: service.url,
      ...env,
    },
  });
  const seen = { out: "", err: "" };
  child.stdout.on("data", (chunk) => (seen.out += String(chunk)));
  child.stderr.on("data", (chunk) => (seen.err += String(chunk)));
  const ended = once(child, "close").then(([code, signal]) => ({ ...seen, code, signal }));
  return { child, seen, ended };
}

const run = (args: string[], env?: Record<string, string>) => start(args, env).ended;
const asKey = (...args: string[]) => run([...args, "--json"], { TIDEMARK_API_KEY: tenant.key });

/** Puts a login of the user where the client keeps it; `expired`: its access token has ended. */
async function loggedIn(expired: "by-the-clock" | "at-the-service" | null = null) {
  const tokens = await logIn(service, user);
  const left = expired === "by-the-clock" ? -60_000 : 3_600_000;
  if (expired === "at-the-service") {
    await query("UPDATE login_token SET expires_at = now() WHERE hash = $1", [
      hashToken(tokens.access),
    ]);
  }
  const login = {
    access_token: tokens.access,
    refresh_token: tokens.refresh,
    expires_at: new Date(Date.now() + left).toISOString(),
  };
  mkdirSync(directory(), { recursive: true });
  writeFileSync(file(), JSON.stringify({ logins: { [service.url]: login } }));
  return tokens;
}

const usedRefreshTokens = (refresh: string) =>
  query(
    "SELECT t.* FROM login_token t JOIN login_token mine ON mine.login_id = t.login_id WHERE mine.hash = $1 AND t.kind = 'refresh' AND t.used_at IS NOT NULL",
    [hashToken(refresh)],
  );

test("login shows a code and where to confirm it, and says who one is", async () => {
  mkdirSync(directory(), { mode: 0o755 });
  chmodSync(directory(), 0o755);
  const { seen, ended } = start(["login"]);
  const code = await eventually("a code", () => /\b[A-Z]{4}-[A-Z]{4}$/m.exec(seen.err)?.[0]);
  expect(seen.err).toContain(`${service.services.settings.appUrl.origin}/device?user_code=${code}`);
  expect((await decide(service, user, "approve", code)).status).toBe(204);
  const { code: exit, out, err } = await ended;
  expect([exit, out]).toEqual([0, `Logged in as ${user.email}, with files:read, files:write.\n`]);
  expect([modeOf(directory()), modeOf(file())]).toEqual(["700", "600"]);
  const { access_token: access, refresh_token: refresh } = stored();
  expect(out + err).not.toContain(access);
  expect(out + err).not.toContain(refresh);
  const who = await run(["whoami", "--json"]);
  expect(JSON.parse(who.out)).toMatchObject({ id: user.id, api_key: null });
});

test("a login asks for the scopes it is given, and for no other", async () => {
  const { seen, ended } = start(["login", "--scope", "files:read,webhooks"]);
  const code = await eventually("a code", () => /\b[A-Z]{4}-[A-Z]{4}$/m.exec(seen.err)?.[0]);
  expect((await decide(service, user, "lookup", code)).body.scopes).toEqual([
    "files:read",
    "webhooks",
  ]);
  await decide(service, user, "approve", code);
  expect((await ended).out).toContain("with files:read, webhooks.");
  expect((await run(["whoami"])).out).toMatch(/scopes +files:read, webhooks/);
  const refused = await run(["fs", "create", "x", "--json"]);
  expect(JSON.parse(refused.err).error).toMatchObject({
    code: "insufficient_scope",
    message: expect.stringContaining(
      "`files:write`. Run `tidemark login --scope files:read,files:write,webhooks`",
    ),
  });
  expect((await run(["login", "--scope", "everything"])).code).toBe(2);
});

test("a login that is refused in the browser fails", async () => {
  const { seen, ended } = start(["login", "--json"]);
  const code = await eventually("a code", () => /\b[A-Z]{4}-[A-Z]{4}$/m.exec(seen.err)?.[0]);
  await decide(service, user, "deny", code);
  const { code: exit, out, err } = await ended;
  expect([exit, out]).toEqual([1, ""]);
  expect(JSON.parse(err.trim().split("\n").at(-1)!).error.code).toBe("access_denied");
});

test("logout ends the login at the service and forgets it here", async () => {
  const { access } = await loggedIn();
  const { code, out } = await run(["logout"]);
  expect([code, out]).toEqual([0, "Logged out.\n"]);
  expect(stored()).toBeUndefined();
  expect((await call(service, access, "GET", "/api/v1/me")).body.detail.code).toBe("login_ended");
  const again = await run(["logout", "--json"]);
  expect([again.code, JSON.parse(again.err).error.code]).toEqual([1, "not_logged_in"]);
});

test.each(["by-the-clock", "at-the-service"] as const)(
  "of many processes whose token has ended %s one refreshes it, and none is logged out",
  async (expired) => {
    const { refresh } = await loggedIn(expired);
    const runs = await Promise.all(
      Array.from({ length: repeats(5, 20) }, () => run(["whoami", "--json"])),
    );
    expect(runs.map(({ code, err }) => ({ code, err }))).toEqual(
      runs.map(() => ({ code: 0, err: "" })),
    );
    expect(await usedRefreshTokens(refresh)).toHaveLength(1);
    expect(modeOf(file())).toBe("600");
    expect(readdirSync(directory()).toSorted()).toEqual([
      "credentials.json",
      expect.stringMatching(/^lock\.\d+$/),
    ]);
  },
);

test("a client killed while it held the lock keeps no one out", async () => {
  const { refresh } = await loggedIn("by-the-clock");
  const asked = new Set<net.Socket>();
  const silent = net.createServer((socket) => void asked.add(socket));
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  const url = `http://127.0.0.1:${portOf(silent)}`;
  writeFileSync(file(), JSON.stringify({ logins: { [service.url]: stored(), [url]: stored() } }));
  const holder = start(["logout"], { TIDEMARK_API_URL: url });
  await eventually("a request under the lock", () => asked.size > 0);
  holder.child.kill("SIGKILL");
  await holder.ended;
  silent.close();
  const { code, err } = await run(["whoami"]);
  expect([code, err]).toEqual([0, ""]);
  expect(await usedRefreshTokens(refresh)).toHaveLength(1);
});

test("a signal waits until fresh tokens are stored", async () => {
  const { refresh } = await loggedIn("by-the-clock");
  const { child, ended } = start(["whoami"]);
  await eventually("the lock", () =>
    readdirSync(directory()).some((name) => name.startsWith("lock.")),
  );
  child.kill("SIGTERM");
  await ended;
  const used = await usedRefreshTokens(refresh);
  expect(stored().refresh_token === refresh).toBe(used.length === 0);
  expect((await run(["whoami"])).code).toBe(0);
});

test("a login that was ended elsewhere says so and is forgotten", async () => {
  for (const expired of [null, "by-the-clock", "at-the-service"] as const) {
    const { refresh } = await loggedIn(expired);
    await query(
      "UPDATE login SET ended_at = now(), ended_reason = 'revoked' WHERE id = (SELECT login_id FROM login_token WHERE hash = $1)",
      [hashToken(refresh)],
    );
    const { code, err } = await run(["whoami"]);
    expect([code, err]).toEqual([
      1,
      "tidemark: Your login has ended. Run `tidemark login` to log in again.\n",
    ]);
    expect(stored()).toBeUndefined();
  }
});

test("a key works without a login, and leaves nothing behind", async () => {
  const { id } = await createFilesystem(service, tenant);
  const made = JSON.parse((await asKey("fs", "create", "from the shell")).out);
  expect(made).toMatchObject({ name: "from the shell" });
  const all: { id: string }[] = JSON.parse((await asKey("fs", "list")).out);
  expect(all.map((one) => one.id)).toEqual(expect.arrayContaining([id, made.id]));
  const ticket = JSON.parse((await asKey("ticket", "create", id, "--mode", "rw")).out);
  expect(ticket).toMatchObject({ filesystem_id: id, mode: "rw", state: "requested" });
  expect(ticket.ticket).toMatch(/^tmktk_/);
  const sessions = async (...args: string[]) =>
    JSON.parse((await asKey("sessions", "list", id, ...args)).out).map(
      (one: { id: string }) => one.id,
    );
  expect(await sessions()).toEqual([ticket.id]);
  expect((await asKey("sessions", "revoke", ticket.id)).code).toBe(0);
  expect(await sessions()).toEqual([]);
  expect(await sessions("--ended")).toEqual([ticket.id]);
  expect(JSON.parse((await asKey("orgs")).out)).toEqual([
    {
      id: tenant.orgId,
      name: "Example",
      role: null,
      needs_second_factor: false,
      requires_second_factor: false,
    },
  ]);
  expect(readdirSync(home)).toEqual([]);
  const login = await run(["login"], { TIDEMARK_API_KEY: tenant.key });
  expect([login.code, login.err]).toEqual([2, expect.stringContaining("TIDEMARK_API_KEY")]);
});

test("who belongs to two organisations names one, by id or by name", async () => {
  await loggedIn();
  const other = await createTenant(service);
  await service.services.db.organisation.update({
    where: { id: other.orgId },
    data: { name: "Other \u0007" },
  });
  await join(service, other.orgId, user.id, "member");
  const unsaid = await run(["fs", "list"]);
  expect(unsaid.code).toBe(2);
  expect(unsaid.err).toContain(`${tenant.orgId}  Example`);
  expect(unsaid.err).not.toContain("\u0007");
  for (const org of [tenant.orgId, "Example"])
    expect((await run(["fs", "list", "--org", org])).code).toBe(0);
  expect((await run(["fs", "list", "--org", "Nobody"])).code).toBe(2);
  await service.services.db.member.deleteMany({ where: { org_id: other.orgId } });
});

test("a refusal is notified in words, with the request id", async () => {
  const { code, out, err } = await run(["fs", "create", ""], { TIDEMARK_API_KEY: tenant.key });
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(/^tidemark: name .*\. \(req_[0-9a-z]{26}\)\n$/);
  const unknown = await run(["ticket", "create", "x"], { TIDEMARK_API_KEY: tenant.key });
  expect(unknown.err).toContain("filesystem_id must be an id like fs_");
  const away = await run(["whoami", "--json"], {
    TIDEMARK_API_URL: "http://127.0.0.1:9",
    TIDEMARK_API_KEY: tenant.key,
  });
  expect([away.code, JSON.parse(away.err).error.code]).toEqual([1, "unreachable"]);
  const wrong = await run(["whoami", "--json"], { TIDEMARK_API_KEY: "tmk_wrong" });
  expect([wrong.code, JSON.parse(wrong.err).error]).toEqual([
    1,
    {
      code: "unauthenticated",
      message: expect.any(String),
      request_id: expect.stringMatching(/^req_/),
    },
  ]);
  expect((await run(["fs"])).code).toBe(2);
});

test.runIf(existsSync("/dev/full"))("output that cannot be written is a failure", async () => {
  const full = openSync("/dev/full", "w");
  const child = spawn(process.execPath, [cli.program, "--help"], {
    stdio: ["ignore", full, "pipe"],
  });
  let err = "";
  child.stderr?.on("data", (chunk) => (err += String(chunk)));
  const [code] = await once(child, "close");
  closeSync(full);
  expect([code, err]).toEqual([1, expect.stringContaining("cannot write the output: ENOSPC")]);
});
