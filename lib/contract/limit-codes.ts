import { type ErrorCode, type ErrorEntry, ERRORS } from "./errors";
import { formatLimit } from "./limits";

/** Codes whose limit is `given`, and all others. */
export type LimitCode = {
  [Code in ErrorCode]: (typeof ERRORS)[Code] extends { limit: "given" } ? Code : never;
}[ErrorCode];
export type PlainCode = Exclude<ErrorCode, LimitCode>;

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);

export const ERROR_CODES = Object.keys(ERRORS).filter(isErrorCode);

export const isPlainCode = (code: string): code is PlainCode =>
  isErrorCode(code) && limitOf(code) !== "given";

/** The limit that an error with this code is about; null: none. */
export function limitOf(code: ErrorCode): number | "given" | null {
  const entry: ErrorEntry = ERRORS[code];
  return entry.limit ?? null;
}

/** The title of a code with the limit that was given, or the code's own; without one `{limit}` stays. */
export function titleOf(code: ErrorCode, given?: number): string {
  const { title } = ERRORS[code];
  const limit = given ?? limitOf(code);
  return typeof limit === "number" ? title.replace("{limit}", formatLimit(limit)) : title;
}
