import { pino } from "pino";

/**
 * Only these fields of an error are safe to log: drivers attach row values to others.
 */
function serialise(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = "code" in error ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: serialise(error.cause) };
  return { type: error.name, message: error.message, ...code, stack: error.stack, ...cause };
}

/** The logger: JSON lines on standard error. Never log secrets, bodies or file paths. */
export const log = pino(
  {
    level: "info",
    base: null,
    serializers: { err: serialise },
    redact: ["*.authorization", "*.cookie", "*.secret", "*.key", "*.ticket", "*.password"],
  },
  // A full disk behind it, or a reader that left, ends no process.
  pino.destination({ dest: 2, sync: true }).on("error", () => undefined),
);
