import { countOf, sizeOf } from "./sizes";

export const text = {
  title: "Usage",
  storage: "Storage",
  storageValue: (bytes: number) => sizeOf(bytes),
  entries: "Entries",
  entriesValue: (count: number) => countOf(count, "entry", "entries"),
  trash: (bytes: number, count: number) =>
    `${sizeOf(bytes)} and ${countOf(count, "entry", "entries")} of this are in the trash, which makes room when it is needed.`,
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
