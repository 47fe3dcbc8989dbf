import { ERRORS, type ErrorCode } from "@/lib/contract/errors";
import { AppError } from "@/lib/errors";

/** Result of every `entry_*` SQL function: null on success, else an error code. */
export type Outcome = { code: string | null };

/**
 * The single result row of an `entry_*` function.
 * @throws AppError with its code; Error for a code missing from the contract.
 */
export function unwrapOutcome<Row extends Outcome>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error("the database returned no row");
  if (row.code === null) return row;
  if (!isErrorCode(row.code)) throw new Error(`the database returned the unknown code ${row.code}`);
  throw new AppError(row.code);
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);
