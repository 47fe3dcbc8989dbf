import { sizeOf } from "@/lib/contract/size-of";

import { countOf } from "./sizes";

type Usage = {
  retained_bytes: number;
  trash_bytes: number;
  entries: number;
  trash_entries: number;
};

/** What a filesystem holds, without its trash. */
export const contentsOf = (usage: Usage): string =>
  `${sizeOf(usage.retained_bytes - usage.trash_bytes)} · ${countOf(usage.entries - usage.trash_entries, "item")}`;
