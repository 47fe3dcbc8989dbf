import { ERRORS, type ErrorCode, type Problem } from "./contract/errors";

/** An expected failure with a code of the contract's table. Anything else that is thrown is a bug. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly extra: Record<string, unknown>;

  // Next bundles a copy of this class beside the server's, and each must know what the other has thrown.
  static override [Symbol.hasInstance](value: unknown): value is AppError {
    return value instanceof Error && value.name === "AppError";
  }

  /** `extra` joins the detail of the answer, as `cursor` does for `cursor_expired`; its `limit` is named in the message. */
  constructor(code: ErrorCode, extra: Record<string, unknown> = {}) {
    super(messageOf(code, extra));
    this.code = code;
    this.extra = extra;
  }
}

/** What a code says to people, with the number of its limit. */
export function messageOf(code: ErrorCode, { limit }: Record<string, unknown>): string {
  const { title } = ERRORS[code];
  return typeof limit === "number" ? title.replace("{limit}", limit.toLocaleString("en")) : title;
}

/** Input that breaks the rules of its fields; answered as 422 with every problem listed. */
export class InvalidInput extends Error {
  override readonly name = "InvalidInput";
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super("invalid input");
    this.problems = problems;
  }
}
