"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { FolderPlus, Upload } from "lucide-react";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";

import { useOrganisation } from "@/components/console/organisation";
import { Page } from "@/components/console/page";
import { useSearchText } from "@/components/console/use-search-text";
import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { LiveMark } from "@/components/webhooks/live-mark";
import { useLive } from "@/components/webhooks/use-live";
import { changesStream, entriesKey, entriesQuery } from "@/lib/client/entries";

import { EntryRow } from "./entry-row";
import { PathTrail } from "./path-trail";
import { Undo } from "./undo";
import { Uploads } from "./uploads";
import { useDrop } from "./use-drop";
import { useHeldDeletes } from "./use-held-deletes";
import { useUploads } from "./use-uploads";

const NewDirectory = dynamic(() => import("./new-directory").then((all) => all.NewDirectory));

/** What lies in a directory of a filesystem, live, and what can be done with it. */
export function FileBrowser({ fsId }: { fsId: string }) {
  const { id: orgId } = useOrganisation();
  const params = { org_id: orgId, fs_id: fsId };
  const [given, setPath] = useSearchText("path");
  const path = given || "/";
  const cache = useQueryClient();
  const refresh = () => void cache.invalidateQueries({ queryKey: entriesKey(params) });
  const live = useLive(changesStream(params, path), ({ event }) => {
    if (event === "changes") refresh();
  });
  const list = useInfiniteQuery(entriesQuery(params, path));
  const uploads = useUploads(params, refresh);
  const held = useHeldDeletes(params, refresh);
  const [isMaking, setMaking] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const isOver = useDrop((files) => uploads.add(path, files));
  const entries = list.data?.pages
    .flatMap((page) => page.entries)
    .filter((entry) => !held.isHeld(entry.path));
  return (
    <Page
      title="Files"
      actions={
        <div className="flex flex-wrap items-center gap-2">
          <LiveMark state={live} />
          <Button variant="secondary" onClick={() => setMaking(true)}>
            <FolderPlus aria-hidden /> New directory
          </Button>
          <Button onClick={() => chooser.current?.click()}>
            <Upload aria-hidden /> Upload
          </Button>
          <input
            ref={chooser}
            type="file"
            multiple
            hidden
            aria-label="Files to upload"
            onChange={({ target }) => {
              uploads.add(path, [...(target.files ?? [])]);
              target.value = "";
            }}
          />
        </div>
      }
    >
      <PathTrail path={path} onChange={(next) => setPath(next === "/" ? "" : next)} />
      <Uploads uploads={uploads} />
      <Failure error={list.error ?? held.error} words={WORDS} />
      <section
        aria-label="Entries"
        className={`bg-sheet rounded-card border ${isOver ? "border-tide outline-tide outline-2" : "border-line"}`}
      >
        {entries === undefined && !list.error && <Skeleton className="m-5 h-32" />}
        {entries?.length === 0 && (
          <p className="text-muted px-5 py-8">Nothing is here. Drop files to upload them.</p>
        )}
        <ul className="divide-line divide-y">
          {entries?.map((entry) => (
            <EntryRow
              key={entry.path}
              params={params}
              entry={entry}
              onOpen={setPath}
              onDelete={held.hold}
              onChanged={refresh}
            />
          ))}
        </ul>
      </section>
      {list.hasNextPage && (
        <Button
          variant="secondary"
          aria-disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {list.isFetchingNextPage ? "One moment…" : "Show more"}
        </Button>
      )}
      <Undo held={held} />
      {isMaking && (
        <NewDirectory
          params={params}
          directory={path}
          onDone={refresh}
          onClose={() => setMaking(false)}
        />
      )}
    </Page>
  );
}

const WORDS = {
  path_not_found: "This directory does not exist any more.",
  not_a_directory: "This is a file, or lies below one.",
};
