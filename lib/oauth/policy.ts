/** Lifetimes and intervals of a command-line login, in seconds (spec 4.36, 4.37). */
export const LOGIN_POLICY = {
  /** Long enough to open a browser, short enough to protect a 34-bit code from guessing. */
  code: 600,
  interval: 5,
  /** Permanently added to the interval each time a client polls too early. */
  slowDown: 5,
  /** Tolerance for varying network latency between polls. */
  tolerance: 0.5,
  access: 3_600,
  refresh: 30 * 24 * 3_600,
  login: 90 * 24 * 3_600,
} as const;
