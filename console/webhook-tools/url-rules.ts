/** One rule for the address of a webhook; `ok` is null while nothing has been typed. */
export type UrlRule = { words: string; ok: boolean | null };

const MOST_BYTES = 2_048;
const PRIVATE_NAMES = /(^|\.)(local|internal|localhost)$/;

/**
 * The rules for a webhook's address and whether a text keeps them, as far as can be told without DNS, with the
 * address that will be called: null unless all are kept (spec 7.26). The service has the last word.
 */
export function checkUrl(text: string): { rules: UrlRule[]; normalised: string | null } {
  const typed = text !== "";
  const clean = !/[\s\p{Cc}\\]/u.test(text);
  const url = clean && URL.canParse(text) ? new URL(text) : null;
  const authority = /^https:\/\/([^/?#]+)/i.exec(text)?.[1] ?? "";
  const host = url?.hostname.replace(/\.$/, "") ?? "";
  const checks: [string, boolean][] = [
    ["starts with https://", clean && /^https:\/\//i.test(text)],
    ["names a public host", isPublicLooking(host)],
    ["uses port 443", url !== null && url.port === "" && url.protocol === "https:"],
    ["carries no user name or password", !authority.includes("@")],
    ["is at most 2,048 bytes", new TextEncoder().encode(text).length <= MOST_BYTES],
  ];
  const rules = checks.map(([words, ok]) => ({ words, ok: typed ? ok : null }));
  if (url === null || !rules.every(({ ok }) => ok === true)) return { rules, normalised: null };
  url.hash = "";
  url.hostname = host;
  return { rules, normalised: url.href };
}

function isPublicLooking(host: string): boolean {
  if (host.startsWith("[")) return true;
  return host.split(".").length > 1 && !host.includes("..") && !PRIVATE_NAMES.test(host);
}
