"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { useSearchStep, useSearchText } from "@/components/layout/use-address";
import { Dialog } from "@/components/ui/dialog";
import { lazyWithRetry, toastNotLoaded, whenNear } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import type { Entry } from "@/console/queries/entries";
import type { EntryChange } from "@/console/queries/entry-pages";
import { searchKey } from "@/console/queries/search";
import { stepTo } from "@/console/state/paths";
import type { LocalFile } from "@/console/state/send-files";
import { MAX_SORTED } from "@/console/state/sort-entries";
import { text } from "@/console/text/files";
import { RequestError } from "@/lib/api-client/request";

import { Directory, isShown } from "./directory";
import { FileActions } from "./file-actions";
import { FilterBar } from "./filter-bar";
import { PathTrail } from "./path-trail";
import { useDeletes } from "./use-deletes";
import { useDirectory } from "./use-directory";
import { useDrop } from "./use-drop";

const SearchResults = lazyWithRetry(() =>
  import("./search-results").then((all) => all.SearchResults),
);
const MissingDirectory = lazyWithRetry(() =>
  import("./missing-directory").then((all) => all.MissingDirectory),
);
const NewDirectory = lazyWithRetry(() => import("./new-directory").then((all) => all.NewDirectory));

const isMissing = (error: Error) =>
  error instanceof RequestError && ["path_not_found", "not_a_directory"].includes(error.code);

/** A directory of a filesystem, updated live, with uploads and deletes. */
export function FileBrowser({ fsId }: { fsId: string }) {
  const { id: orgId, canWrite } = useOrganisation();
  const params = useMemo(() => ({ org_id: orgId, fs_id: fsId }), [orgId, fsId]);
  const [search, setPath] = useSearchStep("path", ["q", "below", "show"]);
  const [query, setQuery] = useSearchText("q");
  const [below, setBelow] = useSearchText("below");
  const path = search || "/";
  const open = (next: string) => setPath(next === "/" ? "" : next);
  const { list, entries, live, applyLocally } = useDirectory(params, path);
  const upload = (files: readonly LocalFile[]) =>
    void import("@/components/uploads/start-uploads").then(
      ({ startUploads }) => startUploads(params, path, files),
      toastNotLoaded,
    );
  const cache = useQueryClient();
  const apply = (changes: readonly EntryChange[]) => {
    applyLocally(changes);
    void cache.invalidateQueries({ queryKey: searchKey(params) });
  };
  const [newest, setNewest] = useState<string>();
  const [listed, setListed] = useState(path);
  if (listed !== path) {
    setListed(path);
    // On the way back and up, the row through which it was left.
    setNewest(stepTo(path, listed));
  }
  const undone = (changes: readonly EntryChange[]) => {
    apply(changes);
    setNewest(changes.find(({ file }) => file !== null)?.path);
  };
  const deletes = useDeletes(params, apply, undone);
  const [isCreating, setCreating] = useState(false);
  const isDragging = useDrop(() => (files) => canWrite && upload(files));
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isError } = list;
  const more = hasNextPage ? () => !isFetchingNextPage && void fetchNextPage() : null;
  // As much as can be sorted is loaded without scrolling.
  const loadsMore =
    hasNextPage && !isFetchingNextPage && !isError && (entries?.length ?? 0) < MAX_SORTED;
  useEffect(() => {
    if (loadsMore) void fetchNextPage();
  }, [loadsMore, fetchNextPage]);
  const table = {
    params,
    path,
    hidden: deletes.hidden,
    onOpen: open,
    onDelete: (some: readonly Entry[]) => canWrite && deletes.add(some),
    onChanged: apply,
    onUndone: undone,
    newest,
    onNewest: setNewest,
    onBelow: () => setBelow("true"),
    onMove: (paths: readonly string[], directory: string) =>
      void import("./move-dropped").then(
        ({ moveDropped }) => moveDropped(params, paths, directory, apply, undone),
        toastNotLoaded,
      ),
  };
  // Nothing can be live or be done in a folder that can't be listed.
  const isOpen = entries !== undefined || !list.error;
  const hasNone = useMemo(
    () => !hasNextPage && entries?.some(isShown(query, deletes.hidden)) === false,
    [hasNextPage, entries, query, deletes.hidden],
  );
  // Until one says otherwise, what is not in this folder is looked for below it.
  const isRecursive = below === "true" || (below === "" && query !== "" && hasNone);
  const isSearching = query !== "" && (isRecursive || hasNextPage);
  return (
    <Page
      title={text.title}
      isTab
      actions={
        isOpen && (
          <FileActions
            live={live}
            create={{ onClick: () => setCreating(true), ...whenNear(NewDirectory, Dialog) }}
            onUpload={upload}
          />
        )
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PathTrail path={path} onChange={open} {...(canWrite && { onDrop: table.onMove })} />
        {isOpen && (
          <FilterBar
            query={query}
            isRecursive={isRecursive}
            onQuery={setQuery}
            onRecursive={(recursive) => setBelow(String(recursive))}
          />
        )}
      </div>
      <Failure error={list.error ?? deletes.error} messages={text.openErrors} />
      {list.error && isMissing(list.error) && (
        <MissingDirectory key={path} params={params} path={path} onOpen={open} />
      )}
      <section
        aria-label={text.folder}
        className={`bg-sheet rounded-card border empty:hidden ${isDragging ? "border-tide outline-tide outline-2" : "border-line"}`}
      >
        {entries === undefined && isOpen && <Skeleton className="m-5 h-32" />}
        {entries !== undefined &&
          (isSearching ? (
            <SearchResults {...table} query={query} isRecursive={isRecursive} />
          ) : (
            <Directory key={path} {...table} entries={entries} filter={query} onMore={more} />
          ))}
      </section>
      {isCreating && (
        <NewDirectory
          params={params}
          directory={path}
          onDone={(created, changes) => {
            // A filter may hide it for long.
            if (query === "") setNewest(created);
            apply(changes);
          }}
          onClose={() => setCreating(false)}
        />
      )}
    </Page>
  );
}
