import { ERRORS, type ErrorCode } from "@/lib/contract/errors";
import { AppError } from "@/lib/errors";

/** What every function of the database answers about an entry: done (null), or why not. */
export type Outcome = { code: string | null };

/**
 * The one row of such an answer.
 * @throws AppError with its code; Error if the database knows a code that the contract does not.
 */
export function accept<Row extends Outcome>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error("the database answered no row");
  if (row.code === null) return row;
  if (!isErrorCode(row.code)) throw new Error(`the database answered the code ${row.code}`);
  throw new AppError(row.code);
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);
