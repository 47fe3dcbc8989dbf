import type { Prisma } from "@/lib/db/client";

/** The details of an event that changes a few fields: those that differ, and under `before` what they were. */
export function whatChanged<T extends Record<string, string | number | null>>(
  before: T,
  after: T,
): Prisma.InputJsonObject & { before: Prisma.InputJsonObject } {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  const pick = (from: T) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  return { ...pick(after), before: pick(before) };
}
