import { DatabaseError } from "pg";

import { Prisma } from "./client";

/**
 * The SQLSTATE of a PostgreSQL error of a raw query, or null. Do not parse messages: they contain row
 * values.
 */
export function sqlState(error: unknown): string | null {
  if (error instanceof DatabaseError) return error.code ?? null;
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return null;
  const adapterError = error.meta?.["driverAdapterError"];
  if (!(adapterError instanceof Error) || typeof adapterError.cause !== "object") return null;
  const { cause } = adapterError;
  if (cause === null || !("originalCode" in cause)) return null;
  return typeof cause.originalCode === "string" ? cause.originalCode : null;
}

/** Whether a transaction was the victim of a deadlock, so that nothing of it was done and it may be repeated. */
export const isDeadlock = (error: unknown): boolean =>
  sqlState(error) === "40P01" || isKnown(error, "P2034");

/** Whether what a new row belongs to was deleted meanwhile. */
export const isOrphaned = (error: unknown): boolean =>
  sqlState(error) === "23503" || isKnown(error, "P2003");

/** Whether another row has a value that only one may have. */
export const isDuplicate = (error: unknown): boolean =>
  sqlState(error) === "23505" || isKnown(error, "P2002");

const isKnown = (error: unknown, code: string) =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === code;
