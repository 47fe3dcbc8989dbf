import { browserName } from "@/lib/browser-name";
import { isReserved } from "@/lib/contract/listener-url";
import { sizeOf } from "@/lib/contract/size-of";

import { SAID } from "./audit-actions";
import { AUDIT_LABELS, AUDIT_WORDS } from "./audit-words";
import { countOf } from "./sizes";
import { webhookName } from "./webhook-name";

// The sentence or a link says these.
const HIDDEN = new Set(["filesystem_id", "before", "item", "counter", ...SAID]);

const labelOf = (name: string) =>
  AUDIT_LABELS[name] ?? (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll("_", " ");

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** The format of a moment, in the viewer's zone. */
type Moments = Pick<Intl.DateTimeFormat, "format">;

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === "" ||
  (Array.isArray(value) && value.length === 0);

function noneOf(name: string): string {
  if (name === "expires_at") return "never";
  return name.endsWith("_quota") ? "no limit" : "none";
}

function valueOf(name: string, value: unknown, moments: Moments): string {
  if (isEmpty(value)) return noneOf(name);
  if (Array.isArray(value)) return value.map((each) => valueOf(name, each, moments)).join(", ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return numberOf(name, value);
  if (typeof value !== "string") return JSON.stringify(value);
  if (isReserved({ url: value })) return webhookName(new URL(value).host);
  if (name === "user_agent") return browserName(value);
  if (TIME.test(value)) return moments.format(Date.parse(value));
  return AUDIT_WORDS[name]?.[value] ?? value;
}

function numberOf(name: string, value: number): string {
  if (name.startsWith("byte_")) return sizeOf(value);
  return name === "overlap_hours" ? countOf(value, "hour") : value.toLocaleString("en");
}

/**
 * What an event set and what that replaced, as in "Role: Admin (was Member)". What is empty and replaced nothing is left
 * out, and so is the name that the target is called by.
 */
export function detailsText(
  details: Record<string, unknown>,
  targetName: string | null,
  moments: Moments,
): string {
  const before: Record<string, unknown> = Object(details["before"]);
  return [...new Set([...Object.keys(details), ...Object.keys(before)])]
    .filter((name) => !HIDDEN.has(name))
    .flatMap((name) => {
      const now = valueOf(name, details[name], moments);
      if (!(name in before))
        return isEmpty(details[name]) || details[name] === targetName
          ? []
          : `${labelOf(name)}: ${now}`;
      const was = valueOf(name, before[name], moments);
      // Older entries have what stayed as it was.
      if (name in details && now === was) return [];
      return name in details
        ? `${labelOf(name)}: ${now} (was ${was})`
        : `${labelOf(name)} was ${was}`;
    })
    .join(" · ");
}
