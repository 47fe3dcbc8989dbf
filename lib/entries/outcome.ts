import { isPlainCode, type PlainCode } from "@/lib/contract/limit-codes";
import { AppError } from "@/lib/errors";

/** Result of every `entry_*` SQL function: null on success, else an error code. */
export type Outcome = { code: string | null };

/** Why a change was refused; null if it was not. @throws Error for a code missing from the contract */
export function refusalOf({ code }: Outcome): PlainCode | null {
  if (code !== null && !isPlainCode(code))
    throw new Error(`the database returned the unknown code ${code}`);
  return code;
}

/**
 * The single result row of an `entry_*` function.
 * @throws AppError with its code; Error for a code missing from the contract.
 */
export function unwrapOutcome<Row extends Outcome>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error("the database returned no row");
  const code = refusalOf(row);
  if (code !== null) throw new AppError(code);
  return row;
}
