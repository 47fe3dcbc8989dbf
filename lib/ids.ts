import { typeid } from "typeid-js";

import type { IdPrefix } from "@/lib/contract/common";

/** A fresh id of the kind: its prefix and a base32 UUIDv7, so that ids sort by time of creation. */
export function newId(prefix: IdPrefix): string {
  return typeid(prefix).toString();
}
