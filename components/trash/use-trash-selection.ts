"use client";

import { useState } from "react";

import type { TrashItem } from "@/console/queries/trash";

/** Which items of the trash are selected: some, or all that are shown, those that are still loading included. */
export function useTrashSelection(shown: readonly TrashItem[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isAll, setAll] = useState(false);
  const choose = (ids: Iterable<string>) => {
    setAll(false);
    setChosen(new Set(ids));
  };
  const selected = isAll ? shown : shown.filter(({ id }) => chosen.has(id));
  return {
    selected,
    isAll,
    choose,
    chooseAll: () => setAll(true),
    toggle: (id: string) => {
      // What a search hides stays selected.
      const next = new Set(isAll ? shown.map((item) => item.id) : chosen);
      if (!next.delete(id)) next.add(id);
      choose(next);
    },
  };
}
