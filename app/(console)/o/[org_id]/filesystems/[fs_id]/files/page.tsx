import type { Metadata } from "next";

import { type Search, Seed } from "@/app/seed";
import { FileBrowser } from "@/components/files/file-browser";
import { entriesQuery } from "@/console/queries/entries";
import { text } from "@/console/text/layout";

export const metadata: Metadata = { title: text.files };

type Props = { params: Promise<{ org_id: string; fs_id: string }>; searchParams: Search };

/** The files of a filesystem, one directory at a time. */
export default async function Page({ params, searchParams }: Props) {
  const ids = await params;
  const { path } = await searchParams;
  return (
    <Seed ask={(cache) => [cache.infiniteQuery(entriesQuery(ids, path || "/"))]}>
      <FileBrowser fsId={ids.fs_id} />
    </Seed>
  );
}
