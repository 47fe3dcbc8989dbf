import { isDeepStrictEqual } from "node:util";

import type { Prisma } from "@/lib/db/client";

type Fields = Readonly<Record<string, Prisma.InputJsonValue | null>>;

/**
 * The details of an event that changes a few fields: those that differ, and under `before` what they were. Null if none
 * does: what stays as it was is no event.
 */
export function whatChanged<T extends Fields>(before: T, after: T): Prisma.InputJsonObject | null {
  const names = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  if (names.length === 0) return null;
  const pick = (from: T) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  return { ...pick(after), before: pick(before) };
}
