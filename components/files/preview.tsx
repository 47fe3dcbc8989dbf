"use client";

import { useQuery } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { type Entry, fileUrl, readBytes } from "@/console/queries/entries";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { nameOf } from "@/console/state/paths";
import { MAX_TEXT_BYTES, readPreview } from "@/console/state/preview";
import { previewText as text } from "@/console/text/files";
import { sizeOf } from "@/console/text/sizes";

type Props = { params: FilesystemIds; entry: Entry; onClose: () => void };

/** An image or the beginning of a text file. Nothing in a file is ever run, whatever its type. */
export function Preview({ params, entry: { path, etag, size }, onClose }: Props) {
  const name = nameOf(path);
  const { data, error } = useQuery({
    queryKey: ["preview", params.fs_id, path, etag],
    queryFn: ({ signal }) =>
      readPreview(name, size, (maxBytes) => readBytes(params, path, maxBytes, signal)),
    gcTime: 0,
  });
  return (
    <Dialog title={name} description={sizeOf(size)} onClose={onClose}>
      <Failure error={error} />
      {data === undefined && !error && <Skeleton className="h-40" />}
      {data?.kind === "image" && (
        // oxlint-disable-next-line nextjs/no-img-element -- the bytes are here already
        <img src={data.url} alt={name} className="max-h-96 self-center object-contain" />
      )}
      {data?.kind === "text" && (
        <textarea
          readOnly
          aria-label={text.contents}
          rows={16}
          value={data.text}
          className="border-line bg-well rounded-control resize-y border p-3 font-mono text-xs"
        />
      )}
      {data?.kind === "text" && data.isCut && (
        <p className="text-muted text-sm">{text.cut(MAX_TEXT_BYTES)}</p>
      )}
      {data?.kind === "other" && <p className="text-muted">{text.unavailable}</p>}
      <Button asChild variant="secondary" className="self-end">
        <a href={fileUrl(params, path)} download={name}>
          {text.download}
        </a>
      </Button>
    </Dialog>
  );
}
