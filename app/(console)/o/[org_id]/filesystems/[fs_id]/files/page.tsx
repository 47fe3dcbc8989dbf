import type { Metadata } from "next";

import { FileBrowser } from "@/components/files/file-browser";

export const metadata: Metadata = { title: "Files" };

type Props = { params: Promise<{ fs_id: string }> };

/** The files of a filesystem, directory by directory. */
export default async function Page({ params }: Props) {
  const { fs_id: fsId } = await params;
  return <FileBrowser fsId={fsId} />;
}
