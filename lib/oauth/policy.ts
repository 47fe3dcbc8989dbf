/** The times of a command-line login in seconds (spec 4.36, 4.37). */
export const LOGIN_POLICY = {
  /** Long enough to find a browser, and a code of 34 bits is not to be guessed for longer. */
  code: 600,
  interval: 5,
  /** Added to the interval, for good, each time a client asks too early. */
  slowDown: 5,
  /** A client that waited the interval is not early because its packets were faster this time. */
  tolerance: 0.5,
  access: 3_600,
  refresh: 30 * 24 * 3_600,
  login: 90 * 24 * 3_600,
} as const;
