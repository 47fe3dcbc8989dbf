import { countOf, sizeOf } from "./sizes";

export const text = {
  title: "Usage",
  storage: "Storage",
  storageValue: (bytes: number) => sizeOf(bytes),
  entries: "Entries",
  entriesValue: (count: number) => countOf(count, "entry", "entries"),
  transfer: "Transfer",
  transferHint: "Per day in UTC, updated within about a second.",
  period: "Period",
  lastDays: (days: number) => `Last ${days} days`,
  read: "Read",
  written: "Written",
  peak: (bytes: number, date: string) => `Peak: ${sizeOf(bytes)} on ${date}`,
  noTransfer: "No data yet",
  dayValue: (date: string, bytes: number) => `${date}: ${sizeOf(bytes)}`,
} as const;
