import type { ReactNode } from "react";

import { FilesystemFrame } from "@/components/layout/filesystem-frame";

type Props = { children: ReactNode; params: Promise<{ fs_id: string }> };

/** The frame of a filesystem's pages. */
export default async function Layout({ children, params }: Props) {
  const { fs_id: fsId } = await params;
  return <FilesystemFrame fsId={fsId}>{children}</FilesystemFrame>;
}
