"use client";

import { FolderPlus, Upload } from "lucide-react";
import { useRef, useState } from "react";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { useSearchText } from "@/components/layout/use-address";
import { Button } from "@/components/ui/button";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import { LiveMark } from "@/components/webhooks/live-mark";

import { Directory } from "./directory";
import { PathTrail } from "./path-trail";
import { useDirectory } from "./use-directory";
import { useDrop } from "./use-drop";
import { useHeldDeletes } from "./use-held-deletes";
import { useUploads } from "./use-uploads";

const NewDirectory = lazyWithRetry(() => import("./new-directory").then((all) => all.NewDirectory));
const Undo = lazyWithRetry(() => import("./undo").then((all) => all.Undo));
const Uploads = lazyWithRetry(() => import("./uploads").then((all) => all.Uploads));

/** What lies in a directory of a filesystem, live, and what can be done with it. */
export function FileBrowser({ fsId }: { fsId: string }) {
  const { id: orgId } = useOrganisation();
  const params = { org_id: orgId, fs_id: fsId };
  const [given, setPath] = useSearchText("path");
  const path = given || "/";
  const open = (next: string) => setPath(next === "/" ? "" : next);
  const { list, entries, live, tell } = useDirectory(params, path);
  const uploads = useUploads(params, (file) => tell([{ path: file.path, file }]));
  const held = useHeldDeletes(params, (gone) => tell([{ path: gone.path, file: null }]));
  const [isMaking, setMaking] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const isOver = useDrop((files) => uploads.add(path, files));
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  return (
    <Page
      title="Files"
      actions={
        <div className="flex flex-wrap items-center gap-2">
          <div className="w-full sm:w-auto">
            <LiveMark state={live} />
          </div>
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
      <PathTrail path={path} onChange={open} />
      {uploads.list.length > 0 && <Uploads uploads={uploads} />}
      <Failure error={list.error ?? held.error} messages={WORDS} />
      <section
        aria-label="Directory"
        className={`bg-sheet rounded-card border ${isOver ? "border-tide outline-tide outline-2" : "border-line"}`}
      >
        {entries === undefined && !list.error && <Skeleton className="m-5 h-32" />}
        {entries !== undefined && (
          <Directory
            key={path}
            params={params}
            path={path}
            entries={entries}
            held={held}
            onMore={hasNextPage ? () => !isFetchingNextPage && void fetchNextPage() : null}
            onOpen={open}
            onChanged={tell}
          />
        )}
      </section>
      <div aria-live="polite">{held.list.length > 0 && <Undo held={held} />}</div>
      {isMaking && (
        <NewDirectory
          params={params}
          directory={path}
          onDone={tell}
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
