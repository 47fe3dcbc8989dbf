import { pino } from "pino";

/**
 * What a log may tell of an error. Drivers hang values of rows on their errors, so only these fields are known to be
 * free of them.
 */
function serialise(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = "code" in error ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: serialise(error.cause) };
  return { type: error.name, message: error.message, ...code, stack: error.stack, ...cause };
}

/** The one logger: JSON lines on standard error. Never give it a secret, a body or a file path. */
export const log = pino(
  {
    level: "info",
    base: null,
    serializers: { err: serialise },
    redact: ["*.authorization", "*.cookie", "*.secret", "*.key", "*.ticket", "*.password"],
  },
  pino.destination({ dest: 2, sync: true }),
);
