"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { Failure } from "@/components/forms/failure";
import { Ago } from "@/components/ui/ago";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { type Entry, statQuery } from "@/console/queries/entries";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { nameOf } from "@/console/state/paths";
import { text } from "@/console/text/files";
import { detailsText } from "@/console/text/preview";

type Props = { params: FilesystemIds; entry: Entry; onClose: () => void };

/** All metadata of an entry, including its hard links or the target of a symbolic link. */
export function Details({ params, entry: { path, type, etag }, onClose }: Props) {
  const { data, error } = useQuery(statQuery(params, path, etag));
  return (
    <Dialog title={nameOf(path)} onClose={onClose}>
      <Failure error={error} />
      {data === undefined && !error && <Skeleton className="h-40" />}
      {data !== undefined && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-2">
          <Fact name={detailsText.path}>
            <code className="font-mono text-sm break-all">{path}</code>{" "}
            <CopyButton text={path} label={detailsText.copyPath} />
          </Fact>
          <Fact name={detailsText.type}>{text.kinds[type]}</Fact>
          {data.link_target !== null && (
            <Fact name={detailsText.target}>
              <code className="font-mono text-sm break-all">{data.link_target}</code>
            </Fact>
          )}
          {type === "file" && (
            <>
              <Fact name={detailsText.size}>{detailsText.sizeValue(data.size)}</Fact>
              <Fact name={detailsText.hardLinks}>{detailsText.hardLinksValue(data.nlink)}</Fact>
            </>
          )}
          <Fact name={detailsText.modified}>
            <Ago at={data.modified_at} />
          </Fact>
          <Fact name={detailsText.mode}>
            <code className="font-mono text-sm">{data.mode}</code>
          </Fact>
          <Fact name={detailsText.etag}>
            <code className="font-mono text-sm break-all">{data.etag}</code>
          </Fact>
          <Fact name={detailsText.nodeId}>
            <code className="font-mono text-sm break-all">{data.node_id}</code>
          </Fact>
        </dl>
      )}
    </Dialog>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
