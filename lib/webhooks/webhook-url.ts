import net from "node:net";

import { formatLimit, LIMITS } from "@/lib/contract/limits";
import { isReservedHost } from "@/lib/contract/test-inbox-url";
import { findTarget, hostOf, type TargetDeps } from "@/lib/net/target";

export type WebhookUrlProblem =
  | "url_invalid"
  | "url_scheme"
  | "url_port"
  | "url_userinfo"
  | "url_host"
  | "url_private_address"
  | "url_unresolvable"
  | "url_too_long";

export type CheckedWebhookUrl =
  | { ok: true; url: string; host: string }
  | { ok: false; type: WebhookUrlProblem; message: string }
  | { ok: false; unavailable: true };

/** `ownHost`: the host of APP_URL, to which no webhook may point. */
export type WebhookUrlDeps = TargetDeps & { ownHost: string };

const RESERVED = "is reserved; use the test inbox (POST …/test-inbox) or tidemark listen instead";

const LOCAL = "for a program on your machine use tidemark listen, or the test inbox";

const messages: Record<WebhookUrlProblem, string> = {
  url_invalid:
    "must be a URL like https://example.com/hook, without spaces, backslashes or control characters",
  url_scheme: `must start with https://; ${LOCAL}`,
  url_port: "must use port 443",
  url_userinfo: "must not carry a user name or password",
  url_host: `must name a public host; ${LOCAL}`,
  url_private_address: `must reach a public address; ${LOCAL}`,
  url_unresolvable: "must name a host that has a public address in DNS",
  url_too_long: `must be at most ${formatLimit(LIMITS.webhookUrlBytes)} bytes`,
};

/**
 * Checks the URL of a new webhook and returns it as stored: IDN as punycode, query kept, fragment
 * dropped. `unavailable` means that our resolver failed (503). See spec 2.3, 4.27, 7.26.
 */
export async function checkWebhookUrl(
  raw: string,
  deps: WebhookUrlDeps,
): Promise<CheckedWebhookUrl> {
  const problem = findTextProblem(raw);
  if (problem) return refuse(problem);
  const url = new URL(raw);
  url.hash = "";
  url.hostname = url.hostname.replace(/\.$/, "");
  const host = hostOf(url);
  if (isReservedHost(host)) return refuse("url_host", RESERVED);
  if (!deps.connectTo.has(host) && net.isIP(host) === 0 && !isPublicName(host, deps.ownHost)) {
    return refuse("url_host");
  }
  if (Buffer.byteLength(url.href) > LIMITS.webhookUrlBytes) return refuse("url_too_long");
  const target = await findTarget(host, deps);
  if (target.kind === "failed") return { ok: false, unavailable: true };
  if (target.kind === "nxdomain") return refuse("url_unresolvable");
  // A name that exists only inside our network is refused like one that does not exist.
  if (target.kind === "blocked")
    return refuse(net.isIP(host) === 0 ? "url_unresolvable" : "url_private_address");
  return { ok: true, url: url.href, host };
}

function refuse(type: WebhookUrlProblem, message = messages[type]): CheckedWebhookUrl {
  return { ok: false, type, message };
}

/** Problems of the text itself, before DNS. The URL parser alone accepts too much. */
function findTextProblem(raw: string): WebhookUrlProblem | null {
  if (Buffer.byteLength(raw) > LIMITS.webhookUrlBytes) return "url_too_long";
  if (/[\s\p{Cc}\p{Cs}\\]/u.test(raw)) return "url_invalid";
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(raw)?.[1]?.toLowerCase();
  if (scheme === undefined) return "url_invalid";
  if (scheme !== "https") return "url_scheme";
  const authority = /^https:\/\/([^/?#]+)/i.exec(raw)?.[1];
  if (authority === undefined) return "url_invalid";
  if (authority.includes("@")) return "url_userinfo";
  if (!URL.canParse(raw)) return "url_invalid";
  return new URL(raw).port === "" ? null : "url_port";
}

const privateSuffixes = new Set(["local", "internal", "localhost"]);

function isPublicName(host: string, ownHost: string): boolean {
  const labels = host.split(".");
  return (
    host.length <= 253 &&
    labels.length > 1 &&
    labels.every((label) => /^[a-z0-9_-]{1,63}$/.test(label)) &&
    !privateSuffixes.has(labels.at(-1) ?? "") &&
    host !== ownHost
  );
}
