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
import { sizeOf } from "@/console/text/sizes";

type Props = { params: FilesystemIds; entry: Entry; onClose: () => void };

/** All that is known of an entry, with its hard links and where a symbolic link points to. */
export function Details({ params, entry: { path, type, etag }, onClose }: Props) {
  const { data, error } = useQuery(statQuery(params, path, etag));
  return (
    <Dialog title={nameOf(path)} onClose={onClose}>
      <Failure error={error} />
      {data === undefined && !error && <Skeleton className="h-40" />}
      {data !== undefined && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-2">
          <Fact name="Path">
            <code className="font-mono text-sm break-all">{path}</code>{" "}
            <CopyButton text={path} label="Copy the path" />
          </Fact>
          <Fact name="Kind">{KINDS[type]}</Fact>
          {data.link_target !== null && (
            <Fact name="Points to">
              <code className="font-mono text-sm break-all">{data.link_target}</code>
            </Fact>
          )}
          {type === "file" && (
            <>
              <Fact name="Size">
                {sizeOf(data.size)} ({data.size.toLocaleString("en")} bytes)
              </Fact>
              <Fact name="Names">
                {data.nlink === 1
                  ? "This one only"
                  : `${data.nlink} hard links: what is written by one is read by all`}
              </Fact>
            </>
          )}
          <Fact name="Changed">
            <Ago at={data.modified_at} />
          </Fact>
          <Fact name="Mode">
            <code className="font-mono text-sm">{data.mode}</code>
          </Fact>
          <Fact name="Entity tag">
            <code className="font-mono text-sm break-all">{data.etag}</code>
          </Fact>
          <Fact name="Node">
            <code className="font-mono text-sm break-all">{data.node_id}</code>
          </Fact>
        </dl>
      )}
    </Dialog>
  );
}

const KINDS = { file: "File", directory: "Directory", symlink: "Symbolic link" };

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
