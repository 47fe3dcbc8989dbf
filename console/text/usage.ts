import { countOf, quotaOf, sizeOf } from "./sizes";

export const text = {
  title: "Usage",
  storage: "Storage",
  storageValue: quotaOf,
  entries: "Entries",
  entriesValue: (count: number) => countOf(count, "entry", "entries"),
  trash: (bytes: number, count: number) =>
    `Includes ${sizeOf(bytes)} (${countOf(count, "entry", "entries")}) in the trash. We delete it automatically when you need the space.`,
  openTrash: "Open the trash",
  transfer: "Transfer",
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
