import { TypeID, typeid } from "typeid-js";

import type { IdPrefix } from "./contract/common";

/** A new id: the prefix and a base32 UUIDv7, so that ids sort by creation time. */
export function newId(prefix: IdPrefix): string {
  return typeid(prefix).toString();
}

// The largest time in a UUIDv7's 48 bits.
const LAST_MS = 2 ** 48 - 1;

/** The smallest possible id of a time (milliseconds since 1970); older ids sort before it. */
export function firstIdAt(prefix: IdPrefix, ms: number): string {
  const time = Math.min(Math.max(Math.floor(ms), 0), LAST_MS);
  const hex = time.toString(16).padStart(12, "0");
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
  return TypeID.fromUUID(prefix, uuid).toString();
}
