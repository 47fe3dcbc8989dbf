/** How long things of a mount live (spec 4.21, 4.26), as PostgreSQL intervals. */
export const LIFETIME = {
  /** A ticket passes from a backend to what mounts within a request or two. */
  ticket: "10 minutes",
  /** A mount that died or was stolen from is over within the hour; a living one renews. */
  credential: "1 hour",
  session: "7 days",
  idempotencyKey: "24 hours",
};
