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
