"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, Download, Info, Link2 } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";

import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { type Entry, fileUrl, readBytes } from "@/console/queries/entries";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { nameOf } from "@/console/state/paths";
import { readPreview } from "@/console/state/preview";
import { text as actions } from "@/console/text/entry-actions";
import { previewText as text } from "@/console/text/preview";
import { sizeOf } from "@/lib/contract/size-of";

import { copy, linkTo } from "./copy-entry";
import { Details } from "./details";
import { PreviewContent } from "./preview-content";

type Props = {
  params: FilesystemIds;
  entry: Entry;
  /** Which of the files it is, from 0 on. */
  position: number;
  count: number;
  onStep: (position: number) => void;
  onClose: () => void;
};

/** A file's contents as far as they can be shown, and the files around it. Nothing in a file is ever run. */
export function Preview({ params, entry, position, count, onStep, onClose }: Props) {
  const { path, etag, size } = entry;
  const name = nameOf(path);
  const [isDetailed, setDetailed] = useState(false);
  const { data, error } = useQuery({
    queryKey: ["preview", params.fs_id, path, etag],
    queryFn: ({ signal }) =>
      readPreview(name, size, (maxBytes) => readBytes(params, path, maxBytes, signal)),
    gcTime: 0,
    staleTime: Infinity,
  });
  const url = data !== undefined && "url" in data ? data.url : null;
  useEffect(() => (url === null ? undefined : () => URL.revokeObjectURL(url)), [url]);
  const stepBy = (by: -1 | 1) =>
    position + by >= 0 && position + by < count && onStep(position + by);
  const stepByKey = useEffectEvent(({ key, target }: KeyboardEvent) => {
    if (isDetailed || (target instanceof Element && takesArrows(target))) return;
    if (key === "ArrowLeft") stepBy(-1);
    if (key === "ArrowRight") stepBy(1);
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => stepByKey(event);
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  return (
    <Dialog isWide title={name} description={sizeOf(size)} onClose={onClose}>
      <Failure error={error} />
      <div className="flex min-h-40 flex-1 flex-col gap-3">
        {data === undefined && !error && <Skeleton className="flex-1" />}
        {data !== undefined && <PreviewContent key={path} name={name} preview={data} />}
      </div>
      <div className="flex items-center gap-2">
        <Button
          variant="secondary"
          aria-label={text.previous}
          className="aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
          aria-disabled={position === 0}
          onClick={() => stepBy(-1)}
        >
          <ChevronLeft aria-hidden />
        </Button>
        <Button
          variant="secondary"
          aria-label={text.next}
          className="aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
          aria-disabled={position === count - 1}
          onClick={() => stepBy(1)}
        >
          <ChevronRight aria-hidden />
        </Button>
        <span className="text-muted flex-1 text-sm whitespace-nowrap tabular-nums">
          {text.position(position + 1, count)}
        </span>
        <Button
          variant="secondary"
          className="max-sm:hidden"
          onClick={() => copy(linkTo(params, path, "file"))}
        >
          <Link2 aria-hidden /> {actions.copyLink}
        </Button>
        <Button variant="secondary" aria-label={actions.details} onClick={() => setDetailed(true)}>
          <Info aria-hidden /> <span className="max-sm:hidden">{actions.details}</span>
        </Button>
        <Button asChild variant="secondary">
          <a href={fileUrl(params, path)} download={name}>
            <Download aria-hidden /> <span className="max-sm:sr-only">{text.download}</span>
          </a>
        </Button>
      </div>
      {isDetailed && <Details params={params} entry={entry} onClose={() => setDetailed(false)} />}
    </Dialog>
  );
}

/** Whether arrows move the cursor, the position or what is in view there. */
const takesArrows = (element: Element) =>
  element.matches("textarea, audio, video") ||
  (element.matches("section") && element.scrollWidth > element.clientWidth);
