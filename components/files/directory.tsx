"use client";

import { Folder } from "lucide-react";
import { useMemo } from "react";

import { useOrganisation } from "@/components/layout/organisation";
import type { Entry } from "@/console/queries/entries";
import { nameOf } from "@/console/state/paths";
import { MAX_SORTED, sortEntries } from "@/console/state/sort-entries";
import { text } from "@/console/text/files";

import { EntryTable, type TableProps, useOrder } from "./entry-table";
import { NoMatch } from "./no-match";

type Props = TableProps & {
  entries: readonly Entry[];
  /** The part of a name that the shown entries have. */
  filter: string;
  onMore: (() => void) | null;
};

/** Tells whether an entry is listed: its name contains the text, and it isn't hidden. */
export function isShown(filter: string, hidden: ReadonlySet<string>) {
  const part = filter.toLowerCase();
  return ({ path }: Entry) => !hidden.has(path) && nameOf(path).toLowerCase().includes(part);
}

/** The entries of a directory without those about to be deleted, sorted unless there are too many. */
export function Directory({ entries, filter, onBelow, onMore, hidden, ...rest }: Props) {
  const { canWrite } = useOrganisation();
  const { by, isDescending } = useOrder();
  const isSortable = onMore === null && entries.length <= MAX_SORTED;
  const sorted = useMemo(
    () => (isSortable ? sortEntries(entries, { by, isDescending }) : entries),
    [entries, isSortable, by, isDescending],
  );
  const shown = useMemo(() => {
    // A page that arrives while one scrolls through 100,000 entries must not cost a look at each of them.
    if (filter === "" && hidden.size === 0) return sorted;
    return sorted.filter(isShown(filter, hidden));
  }, [sorted, filter, hidden]);
  const count = onMore === null ? text.total(shown.length) : text.loaded(shown.length);
  const whenEmpty = (
    <>
      <Folder aria-hidden className="text-tide size-10 stroke-1" />
      {canWrite ? text.empty : text.emptyForViewers}
    </>
  );
  return (
    <EntryTable
      {...rest}
      entries={shown}
      isSortable={isSortable}
      onMore={onMore}
      empty={filter === "" ? whenEmpty : <NoMatch query={filter} onBelow={onBelow} />}
      footer={entries.length > MAX_SORTED ? `${count} · ${text.unsorted(MAX_SORTED)}` : count}
    />
  );
}
