import { pino } from "pino";

/** The one logger: JSON lines on standard error. Never give it a secret, a body or a file path. */
export const log = pino(
  {
    level: "info",
    base: null,
    redact: ["*.authorization", "*.cookie", "*.secret", "*.key", "*.ticket", "*.password"],
  },
  pino.destination({ dest: 2, sync: true }),
);
