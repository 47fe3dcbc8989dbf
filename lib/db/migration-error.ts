/** A migration failed. The message is one line: what failed and what to do. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

/** The line (from 1) that a PostgreSQL error points at, or undefined. */
export function errorLine(sql: string, position: string | undefined): number | undefined {
  return position === undefined ? undefined : sql.slice(0, Number(position)).split("\n").length;
}
