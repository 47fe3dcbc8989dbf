import { browserName } from "@/lib/browser-name";
import { isReserved } from "@/lib/contract/listener-url";
import { sizeOf } from "@/lib/contract/size-of";

import { text as access } from "./access";
import { roleText } from "./organisations";
import { webhookName } from "./webhook-name";

const LABELS: Readonly<Record<string, string>> = {
  mode: "Access",
  url: "URL",
  path_prefix: "Path",
  user_agent: "Browser",
  client_id: "Client",
  by: "Confirmed by",
  byte_quota: "Storage limit",
  entry_quota: "File limit",
  overlap_hours: "Old key works for, in hours",
};

// The sentence or a link says these.
const HIDDEN = new Set(["filesystem_id", "before"]);

const labelOf = (name: string) =>
  LABELS[name] ?? (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll("_", " ");

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** The format of a moment, in the viewer's zone. */
type Moments = Pick<Intl.DateTimeFormat, "format">;

const valueOf = (name: string, value: unknown, moments: Moments): string => {
  if (value === null || value === "") return "none";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join(", ");
  if (typeof value === "number") return numberOf(name, value);
  if (typeof value !== "string") return JSON.stringify(value);
  if (isReserved({ url: value })) return webhookName(new URL(value).host);
  if (name === "user_agent") return browserName(value);
  if (TIME.test(value)) return moments.format(Date.parse(value));
  const words: Readonly<Record<string, string>> | undefined = { role: roleText, mode: access }[
    name
  ];
  return words?.[value] ?? value;
};

const numberOf = (name: string, value: number): string =>
  name.startsWith("byte_") ? sizeOf(value) : value.toLocaleString("en");

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
      const now = valueOf(name, details[name] ?? null, moments);
      if (!(name in before))
        return now === "none" || details[name] === targetName ? [] : `${labelOf(name)}: ${now}`;
      const was = valueOf(name, before[name], moments);
      return name in details
        ? `${labelOf(name)}: ${now} (was ${was})`
        : `${labelOf(name)} was ${was}`;
    })
    .join(" · ");
}
