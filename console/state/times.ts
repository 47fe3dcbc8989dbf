/** How times are shown: "3 minutes ago", or exactly, in the zone of the viewer or in UTC. */
export const TIMES = ["relative", "local", "utc"] as const;
export type Times = (typeof TIMES)[number];

/** The cookie with the choice: the server renders with it. */
export const TIMES_COOKIE = "times";

/** The choice for a cookie value; unknown values mean `relative`. */
export const timesOf = (value: string | undefined): Times =>
  TIMES.find((times) => times === value) ?? "relative";
