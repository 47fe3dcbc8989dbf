"use client";

import { FolderPlus, Upload } from "lucide-react";
import { useRef, useState } from "react";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { useSearchStep } from "@/components/layout/use-address";
import { Button } from "@/components/ui/button";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import { LiveMark } from "@/components/webhooks/live-mark";
import { text } from "@/console/text/files";

import { Directory } from "./directory";
import { PathTrail } from "./path-trail";
import { useDirectory } from "./use-directory";
import { useDrop } from "./use-drop";
import { usePendingDeletes } from "./use-pending-deletes";
import { useUploads } from "./use-uploads";

const NewDirectory = lazyWithRetry(() => import("./new-directory").then((all) => all.NewDirectory));
const Undo = lazyWithRetry(() => import("./undo").then((all) => all.Undo));
const Uploads = lazyWithRetry(() => import("./uploads").then((all) => all.Uploads));

/** A directory of a filesystem, updated live, with uploads and deletes. */
export function FileBrowser({ fsId }: { fsId: string }) {
  const { id: orgId, canWrite } = useOrganisation();
  const params = { org_id: orgId, fs_id: fsId };
  const [search, setPath] = useSearchStep("path");
  const path = search || "/";
  const open = (next: string) => setPath(next === "/" ? "" : next);
  const { list, entries, live, applyLocally } = useDirectory(params, path);
  const uploads = useUploads(params, (file) => applyLocally([{ path: file.path, file }]));
  const deletes = usePendingDeletes(params, ({ path: gone }) =>
    applyLocally([{ path: gone, file: null }]),
  );
  const [isCreating, setCreating] = useState(false);
  const fileInput = useRef<HTMLInputElement>(null);
  const isDragging = useDrop((files) => canWrite && uploads.add(path, files));
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  return (
    <Page
      title={text.title}
      actions={
        <div className="flex flex-wrap items-center gap-2">
          <div className="w-full sm:w-auto">
            <LiveMark state={live} />
          </div>
          {canWrite && (
            <>
              <Button variant="secondary" onClick={() => setCreating(true)}>
                <FolderPlus aria-hidden /> {text.newFolder}
              </Button>
              <Button onClick={() => fileInput.current?.click()}>
                <Upload aria-hidden /> {text.upload}
              </Button>
              <input
                ref={fileInput}
                type="file"
                multiple
                hidden
                aria-label={text.filesToUpload}
                onChange={({ target }) => {
                  const files = [...(target.files ?? [])];
                  uploads.add(
                    path,
                    files.map((file) => ({ file, path: file.name })),
                  );
                  target.value = "";
                }}
              />
            </>
          )}
        </div>
      }
    >
      <PathTrail path={path} onChange={open} />
      {uploads.list.length > 0 && <Uploads uploads={uploads} />}
      <Failure error={list.error ?? deletes.error} messages={text.openErrors} />
      <section
        aria-label={text.folder}
        className={`bg-sheet rounded-card border ${isDragging ? "border-tide outline-tide outline-2" : "border-line"}`}
      >
        {entries === undefined && !list.error && <Skeleton className="m-5 h-32" />}
        {entries !== undefined && (
          <Directory
            key={path}
            params={params}
            path={path}
            entries={entries}
            deletes={canWrite ? deletes : { ...deletes, add: () => undefined }}
            onMore={hasNextPage ? () => !isFetchingNextPage && void fetchNextPage() : null}
            onOpen={open}
            onChanged={applyLocally}
          />
        )}
      </section>
      <div aria-live="polite">{deletes.list.length > 0 && <Undo deletes={deletes} />}</div>
      {isCreating && (
        <NewDirectory
          params={params}
          directory={path}
          onDone={applyLocally}
          onClose={() => setCreating(false)}
        />
      )}
    </Page>
  );
}
