import { setTimeout as sleep } from "node:timers/promises";

import type { Client } from "@/cli/client";
import type { Command } from "@/cli/command";
import { changeLogin, REQUEST_MS, toLogin } from "@/cli/logins";
import { printable } from "@/cli/output";
import { request, RequestError } from "@/lib/api-client/request";
import { CLIENT_ID, DEVICE_GRANT, oauth } from "@/lib/contract/oauth";
import { LOGIN_SCOPES, type Scope, SCOPES } from "@/lib/contract/scopes";
import { service } from "@/lib/contract/service";
import { UsageError } from "@/lib/usage-error";

import { revoke } from "./logout";

// RFC 8628, section 3.5.
const SLOWER_SECONDS = 5;
// Long enough for a service restart, short enough for a waiting user.
const LONGEST_SECONDS = 30;

const ALLOWS: Record<Scope, string> = {
  "files:read": "read files and changes",
  "files:write": "write and delete files, create and rename filesystems",
  webhooks: "webhooks and their deliveries, as for `listen`",
  keys: "list and revoke API keys, choose what each can access",
  members: "members, audit log, names, deleting filesystems, your own sign-ins",
};

/** Logs in with a code that is confirmed in a browser on any device. */
export const login: Command = {
  usage: "login [--scope SCOPES]",
  options: ["scope"],
  summary: "log in with a browser, on this or another device",
  details: `SCOPES is what the login may do, separated by commas; ${LOGIN_SCOPES.join(",")} if not given:\n
${SCOPES.map((scope) => `  ${scope.padEnd(13)}${ALLOWS[scope]}`).join("\n")}`,
  async run(client, given) {
    const { settings, say } = client;
    if (settings.apiKey !== null)
      throw new UsageError(
        "TIDEMARK_API_KEY is set and takes precedence over a login; unset it first",
      );
    const scope = readScopes(given.options["scope"]).join(" ");
    const device = await ask(client, oauth.authorizeDevice, { client_id: CLIENT_ID, scope });
    say(`Open ${printable(device.verification_uri_complete)}`);
    say(`and confirm the code ${printable(device.user_code)}`);
    const tokens = await waitForApproval(client, device);
    await changeLogin(settings, async (stored) => {
      // Revoke the replaced login; if that fails it expires on its own.
      if (stored !== null) await revoke(settings, stored).catch(() => undefined);
      return toLogin(tokens);
    });
    const me = await client.call(service.me);
    const scopes = (me.scopes ?? []).join(", ");
    return { data: me, text: `Logged in as ${printable(me.email ?? "")}, with ${scopes}.` };
  },
};

/** The scopes in `--scope`, separated by commas or spaces; by default those of the commands here. */
function readScopes(text: string | undefined): readonly Scope[] {
  if (text === undefined) return LOGIN_SCOPES;
  const named = text.split(/[\s,]+/).filter(Boolean);
  const known = SCOPES.filter((scope) => named.includes(scope));
  if (known.length === 0 || known.length !== new Set(named).size)
    throw new UsageError(`--scope can contain ${SCOPES.join(", ")}`);
  return known;
}

type Device = { device_code: string; interval: number; expires_in: number };

async function waitForApproval(client: Client, device: Device) {
  const endsAt = Date.now() + device.expires_in * 1000;
  let interval = device.interval;
  for (;;) {
    await sleep(interval * 1000);
    try {
      return await ask(client, oauth.token, {
        grant_type: DEVICE_GRANT,
        client_id: CLIENT_ID,
        device_code: device.device_code,
      });
    } catch (error) {
      const wait = error instanceof RequestError ? nextInterval(error, interval) : null;
      if (wait === null || Date.now() > endsAt) throw error;
      interval = wait;
    }
  }
}

// Null: stop polling.
function nextInterval({ code, retryAfter }: RequestError, interval: number): number | null {
  if (code === "authorization_pending") return interval;
  if (code === "slow_down") return interval + SLOWER_SECONDS;
  if (code === "rate_limited") return Math.max(interval, retryAfter ?? 0);
  if (code === "unreachable" || code === "unavailable")
    return Math.max(interval, Math.min(interval * 2, LONGEST_SECONDS));
  return null;
}

function ask<Op extends typeof oauth.token | typeof oauth.authorizeDevice>(
  { settings }: Client,
  op: Op,
  body: NonNullable<Parameters<typeof request<Op>>[1]>["body"],
) {
  return request<Op>(op, {
    ...(body === undefined ? {} : { body }),
    from: { baseUrl: settings.apiUrl, authorization: null },
    signal: AbortSignal.timeout(REQUEST_MS),
  });
}
