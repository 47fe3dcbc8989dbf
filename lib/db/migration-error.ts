/** The schema cannot be brought up to date. The message is one line: what failed and what to do. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

/** The line of a statement that a PostgreSQL error points at, from 1. Undefined if it points at none. */
export function errorLine(sql: string, position: string | undefined): number | undefined {
  return position === undefined ? undefined : sql.slice(0, Number(position)).split("\n").length;
}
