import type { Metadata } from "next";

import { FileBrowser } from "@/components/files/file-browser";
import { text } from "@/console/text/layout";

export const metadata: Metadata = { title: text.files };

type Props = { params: Promise<{ fs_id: string }> };

/** The files of a filesystem, one directory at a time. */
export default async function Page({ params }: Props) {
  const { fs_id: fsId } = await params;
  return <FileBrowser fsId={fsId} />;
}
