/** Lifetimes of mount credentials (spec 4.21, 4.26), as PostgreSQL intervals. */
export const LIFETIME = {
  /** A ticket goes from a backend to the mounting client within a request or two. */
  ticket: "10 minutes",
  /** A crashed mount or a stolen credential expires within the hour; a running mount renews. */
  credential: "1 hour",
  session: "7 days",
  idempotencyKey: "24 hours",
};
