import type { ApiKey } from "@/console/queries/api-keys";

/** The API keys that were ever used, the one that was used last first. */
export const latestUsed = <Key extends Pick<ApiKey, "last_used_at">>(keys: readonly Key[]): Key[] =>
  keys
    .filter(({ last_used_at: at }) => at !== null)
    .toSorted((a, b) => (b.last_used_at ?? "").localeCompare(a.last_used_at ?? ""));
