import { TypeID, typeid } from "typeid-js";

import type { IdPrefix } from "./contract/common";

/** A fresh id of the kind: its prefix and a base32 UUIDv7, so that ids sort by time of creation. */
export function newId(prefix: IdPrefix): string {
  return typeid(prefix).toString();
}

// What the 48 bits of a UUIDv7's time can hold.
const LAST_MS = 2 ** 48 - 1;

/** The least id of the kind that could be made at a time (milliseconds since 1970): every older one sorts before it. */
export function firstIdAt(prefix: IdPrefix, ms: number): string {
  const time = Math.min(Math.max(Math.floor(ms), 0), LAST_MS);
  const hex = time.toString(16).padStart(12, "0");
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
  return TypeID.fromUUID(prefix, uuid).toString();
}
