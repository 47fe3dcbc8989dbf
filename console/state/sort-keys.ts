import type { ApiKey } from "@/console/queries/api-keys";

import { byName, type Order, readOrder } from "./order";

export const COLUMNS = ["name", "access", "used"] as const;
/** The order of the list when it is opened. */
export const BY_NAME: Order<(typeof COLUMNS)[number]> = { by: "name", isDescending: false };

type Key = Pick<ApiKey, "name" | "last4" | "last_used_at" | "grant_count">;

/** The keys whose name or last characters contain a text, in the order that `sort` asks for. */
export function arrangeKeys<K extends Key>(keys: readonly K[], search: string, sort: string): K[] {
  const text = search.trim().toLowerCase();
  const { by, isDescending } = readOrder(sort, COLUMNS, BY_NAME);
  const sign = isDescending ? -1 : 1;
  const valueOf = (key: Key) =>
    by === "access"
      ? key.grant_count
      : key.last_used_at === null
        ? 0
        : Date.parse(key.last_used_at);
  return keys
    .filter(({ name, last4 }) => `${name}\n${last4}`.toLowerCase().includes(text))
    .toSorted((a, b) =>
      by === "name"
        ? sign * byName(a.name, b.name)
        : sign * (valueOf(a) - valueOf(b)) || byName(a.name, b.name),
    );
}
