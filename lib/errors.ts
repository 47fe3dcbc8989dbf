import type { ErrorCode } from "./contract/errors";
import { type LimitCode, limitOf, type PlainCode, titleOf } from "./contract/limit-codes";
import type { Problem } from "./contract/problems";

/** An expected failure with an error code of the contract. Any other exception is a bug. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly extra: Record<string, unknown>;

  // Next bundles a second copy of this class; each must recognise the other's errors.
  static override [Symbol.hasInstance](value: unknown): value is AppError {
    return value instanceof Error && value.name === "AppError";
  }

  /**
   * `extra` is added to the response's detail; its `limit` and `scope` also appear in the message. The limit is the
   * code's own, or has to be given.
   */
  constructor(code: PlainCode, extra?: Record<string, unknown>);
  constructor(code: LimitCode, extra: Record<string, unknown> & { limit: number });
  constructor(code: ErrorCode, extra: Record<string, unknown> = {}) {
    super(messageOf(code, extra));
    this.code = code;
    const limit = limitOf(code);
    this.extra = typeof limit === "number" ? { limit, ...extra } : extra;
  }
}

/** The message of a code, with its limit or scope filled in. */
export function messageOf(code: ErrorCode, { limit, scope }: Record<string, unknown> = {}): string {
  const title = titleOf(code, typeof limit === "number" ? limit : undefined);
  return typeof scope === "string" ? title.replace("{scope}", scope) : title;
}

/** Invalid input; the response is a 422 that lists the problems. */
export class InvalidInput extends Error {
  override readonly name = "InvalidInput";
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super("invalid input");
    this.problems = problems;
  }
}

/** The `code` of a system, PostgreSQL or TLS error, such as `ENOSPC` or `42P04`; undefined without one. */
export function errorCodeOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}
