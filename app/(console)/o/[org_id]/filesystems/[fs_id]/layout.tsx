import type { ReactNode } from "react";

import { FilesystemLayout } from "@/components/layout/filesystem-layout";

type Props = { children: ReactNode; params: Promise<{ fs_id: string }> };

/** The breadcrumb and tabs around a filesystem's pages. */
export default async function Layout({ children, params }: Props) {
  const { fs_id: fsId } = await params;
  return <FilesystemLayout fsId={fsId}>{children}</FilesystemLayout>;
}
