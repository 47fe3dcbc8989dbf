"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";

import { Failure } from "@/components/forms/failure";
import { useSettled } from "@/components/ui/use-settled";
import { searchQuery } from "@/console/queries/search";
import { MAX_SORTED, sortEntries } from "@/console/state/sort-entries";
import { text } from "@/console/text/files";

import { EntryTable, type TableProps, useOrder } from "./entry-table";
import { NoMatch } from "./no-match";

// So many hits are looked for without scrolling, however many names that takes.
const ENOUGH = 200;

type Props = TableProps & { query: string; isRecursive: boolean };

/** The entries whose names contain a text, found by the service. */
export function SearchResults({ query, isRecursive, hidden, onBelow, ...rest }: Props) {
  const { by, isDescending } = useOrder();
  const asked = useSettled(query);
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(
    searchQuery(rest.params, rest.path, asked, isRecursive),
  );
  const found = useMemo(
    () =>
      sortEntries(data?.pages.flatMap((page) => page.entries) ?? [], { by, isDescending }).filter(
        ({ path }) => !hidden.has(path),
      ),
    [data, by, isDescending, hidden],
  );
  const goesOn = hasNextPage && !isFetching && !error && found.length < ENOUGH;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  const isSearching = isFetching || goesOn || asked !== query;
  const failure = error && <Failure error={error} messages={text.openErrors} />;
  if (found.length === 0 && failure) return failure;
  if (found.length === 0 && isSearching)
    return <p className="text-muted px-5 py-8">{text.searching}</p>;
  return (
    <>
      {failure}
      <EntryTable
        {...rest}
        entries={found}
        isSortable={!hasNextPage && found.length <= MAX_SORTED}
        onMore={hasNextPage ? () => !isFetching && void fetchNextPage() : null}
        empty={<NoMatch query={query} onBelow={isRecursive ? null : onBelow} />}
        footer={text.found(found.length, hasNextPage)}
      />
    </>
  );
}
