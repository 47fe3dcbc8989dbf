import { AppError } from "@/lib/errors";
import type { Settings } from "@/lib/settings";

const DAY_MS = 24 * 3_600_000;
// RFC 9116 recommends less than a year.
const VALID_DAYS = 180;

/**
 * How to report a vulnerability of this service (RFC 9116, spec 4.1).
 * @throws AppError `not_found` without `SECURITY_CONTACT`
 */
export function securityTxt(
  { appUrl, securityContact }: Pick<Settings, "appUrl" | "securityContact">,
  now: Date,
): Response {
  if (securityContact === undefined) throw new AppError("not_found");
  const fields = {
    Contact: securityContact,
    Expires: new Date(now.getTime() + VALID_DAYS * DAY_MS).toISOString(),
    "Preferred-Languages": "en",
    Canonical: new URL("/.well-known/security.txt", appUrl).href,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
  return new Response(lines.join(""), {
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
