import { browserName } from "@/lib/browser-name";
import { isReserved } from "@/lib/contract/listener-url";

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
  overlap_hours: "Old key works for, in hours",
};

// The sentence or a link says these.
const HIDDEN = new Set(["filesystem_id", "before"]);

const labelOf = (name: string) =>
  LABELS[name] ?? (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll("_", " ");

const utc = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const valueOf = (name: string, value: unknown): string => {
  if (value === null || value === "") return "none";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join(", ");
  if (typeof value !== "string") return JSON.stringify(value);
  if (isReserved({ url: value })) return webhookName(new URL(value).host);
  if (name === "user_agent") return browserName(value);
  if (TIME.test(value)) return `${utc.format(Date.parse(value))} UTC`;
  const words: Readonly<Record<string, string>> | undefined = { role: roleText, mode: access }[
    name
  ];
  return words?.[value] ?? value;
};

/**
 * What an event set and what that replaced, as in "Role: Admin (was Member)". What is empty and replaced nothing is left
 * out, and so is the name that the target is called by.
 */
export function detailsText(details: Record<string, unknown>, targetName: string | null): string {
  const before: Record<string, unknown> = Object(details["before"]);
  return [...new Set([...Object.keys(details), ...Object.keys(before)])]
    .filter((name) => !HIDDEN.has(name))
    .flatMap((name) => {
      const now = valueOf(name, details[name] ?? null);
      if (!(name in before))
        return now === "none" || details[name] === targetName ? [] : `${labelOf(name)}: ${now}`;
      const was = valueOf(name, before[name]);
      return name in details
        ? `${labelOf(name)}: ${now} (was ${was})`
        : `${labelOf(name)} was ${was}`;
    })
    .join(" · ");
}
