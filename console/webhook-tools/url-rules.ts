import { shellQuote } from "@/console/state/shell-quote";
import { LIMITS } from "@/lib/contract/limits";

/** One requirement of a webhook's URL; `ok` is null while nothing has been typed. */
export type UrlRule = {
  name: "scheme" | "host" | "port" | "credentials" | "length";
  ok: boolean | null;
};

const PRIVATE_NAMES = /(^|\.)(local|internal|localhost)$/;
const ADDRESS = /^(\[|(\d+\.){3}\d+$)/;
const PRIVATE_ADDRESSES =
  /^(0\.|10\.|127\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|192\.168\.|\[::1?\]$|\[f[cd]|\[fe[89ab])/;
// What a shell leaves as it is.
const PLAIN = /^[\w:/.-]+$/;

/** The URL of a program on this machine or network as a word of a shell command, null if a text is none. */
export function localUrl(text: string): string | null {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return null;
  const { hostname, href } = new URL(text);
  if (!isPrivate(hostname)) return null;
  return PLAIN.test(href) ? href : shellQuote(href);
}

/**
 * Checks a text against the requirements of a webhook's URL, except DNS, and returns the normalised URL: null unless
 * all are met (spec 7.26). The service makes the final decision.
 */
export function checkUrl(text: string): { rules: UrlRule[]; normalised: string | null } {
  const typed = text !== "";
  const clean = !/[\s\p{Cc}\\]/u.test(text);
  const url = clean && URL.canParse(text) ? new URL(text) : null;
  const authority = /^https:\/\/([^/?#]+)/i.exec(text)?.[1] ?? "";
  const host = url?.hostname.replace(/\.$/, "") ?? "";
  const checks: [UrlRule["name"], boolean][] = [
    ["scheme", clean && /^https:\/\//i.test(text)],
    ["host", isPublicLooking(host)],
    ["port", url !== null && url.port === "" && url.protocol === "https:"],
    ["credentials", !authority.includes("@")],
    ["length", new TextEncoder().encode(text).length <= LIMITS.webhookUrlBytes],
  ];
  const rules = checks.map(([name, ok]) => ({ name, ok: typed ? ok : null }));
  if (url === null || !rules.every(({ ok }) => ok === true)) return { rules, normalised: null };
  url.hash = "";
  url.hostname = host;
  return { rules, normalised: url.href };
}

const isPrivate = (host: string): boolean =>
  PRIVATE_NAMES.test(host) || (ADDRESS.test(host) && PRIVATE_ADDRESSES.test(host));

function isPublicLooking(host: string): boolean {
  if (isPrivate(host)) return false;
  return host.startsWith("[") || (host.split(".").length > 1 && !host.includes(".."));
}
