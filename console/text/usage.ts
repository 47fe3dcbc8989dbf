import { sizeOf } from "@/lib/contract/size-of";

import { countOf } from "./sizes";

export const text = {
  title: "Usage",
  storage: "Storage",
  storageValue: sizeOf,
  entries: "Files and folders",
  entriesValue: (count: number) => count.toLocaleString("en"),
  ofOrganisation: (limit: string, used: string) => `of your organisation's ${limit} (${used} used)`,
  trash: (bytes: number, count: number) =>
    `Includes ${sizeOf(bytes)} (${countOf(count, "item")}) in the trash. We delete it automatically when you need the space.`,
  openTrash: "Open the trash",
  transfer: "Transfer",
  transferHint: "Per day in UTC, updated within about a second.",
  requests: "API requests",
  requestsHint:
    "Each call to the API with an API key is one request; the console, mounts and SFTP don't count. Per day in UTC, by keys with access to this filesystem, including their requests elsewhere. Failed requests had a status of 400 or above.",
  noKeys: "No API key has access to this filesystem.",
  periodOf: (chart: string) => `Period of ${chart}`,
  lastDays: (days: number) => `Last ${days} days`,
  read: "Read",
  written: "Written",
  perDay: "Bytes per day",
  today: "today",
  size: (bytes: number) => sizeOf(Math.round(bytes)),
  readAndWritten: (read: number, written: number) =>
    `${sizeOf(written)} written, ${sizeOf(read)} read`,
} as const;
