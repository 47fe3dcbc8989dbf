import { sizeOf } from "@/lib/contract/size-of";

import { countOf, filesAndFolders } from "./sizes";

export const text = {
  title: "Usage",
  storage: "Storage",
  storageValue: sizeOf,
  entries: "Files and folders",
  entriesValue: (count: number) => count.toLocaleString("en"),
  trash: (bytes: number, count: number) =>
    `Plus ${sizeOf(bytes)} (${filesAndFolders(count)}) in the trash, which we delete automatically when you need the space.`,
  openTrash: "Open the trash",
  transfer: (days: number) => `Transfer, last ${days} days`,
  transferHint: "Per day in UTC, updated within about a second.",
  period: "Period",
  lastDays: (days: number) => `Last ${days} days`,
  read: "Read",
  written: "Written",
  perDay: "Bytes per day",
  today: "today",
  size: (bytes: number) => sizeOf(Math.round(bytes)),
  readAndWritten: (read: number, written: number) =>
    `${sizeOf(written)} written, ${sizeOf(read)} read`,
} as const;

export const quotaText = {
  noOwnLimit: "no limit of its own",
  ofLimit: (limit: string) => `of ${limit}`,
  left: (left: string) => `${left} left`,
  ofOrganisation: (used: string, limit: string) => `Your organisation uses ${used} of ${limit}`,
  nearlyFull:
    "Nearly full. Delete what you no longer need, or ask the operator of this service to raise the limit.",
  full: "Full: writes that need more room fail. Delete what you no longer need, or ask the operator of this service to raise the limit.",
} as const;

export const requestsText = {
  title: (days: number) => `Requests, last ${days} days`,
  hint: "With all API keys, per day in UTC. The console, mounts and SFTP don't count. A request failed if its status was 400 or above.",
  byKey: "By API key",
  ofKey: ({ requests, failed }: { requests: number; failed: number }) =>
    countOf(requests, "request") + (failed > 0 ? `, ${failed.toLocaleString("en")} failed` : ""),
  isPartial: (keys: number) => `Only the ${keys} keys that were used last are counted.`,
} as const;

/** How an amount compares with that of as many days before, as in "Up from 2 GiB in the 30 days before". */
export function changeText(
  now: number,
  was: number,
  format: (value: number) => string,
  days: number,
): string {
  const period = `the ${days} days before`;
  if (format(now) === format(was)) return `Same as in ${period}`;
  return `${now > was ? "Up" : "Down"} from ${format(was)} in ${period}`;
}
