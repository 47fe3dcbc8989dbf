/** The start cannot go on. Its message is one line that a person can act on; it holds no secret. */
export class LaunchError extends Error {
  override readonly name = "LaunchError";
}

/** The `code` of a system or PostgreSQL error such as `ENOSPC` or `42P04`, or undefined. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}
