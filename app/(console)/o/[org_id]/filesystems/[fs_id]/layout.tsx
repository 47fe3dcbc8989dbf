import type { ReactNode } from "react";

import { Seed } from "@/app/seed";
import { FilesystemLayout } from "@/components/layout/filesystem-layout";
import { filesystemQuery } from "@/console/queries/filesystems";

type Props = { children: ReactNode; params: Promise<{ org_id: string; fs_id: string }> };

/** The breadcrumb and tabs around a filesystem's pages. */
export default async function Layout({ children, params }: Props) {
  const { org_id: orgId, fs_id: fsId } = await params;
  return (
    <Seed ask={(cache) => [cache.query(filesystemQuery(orgId, fsId))]}>
      <FilesystemLayout fsId={fsId}>{children}</FilesystemLayout>
    </Seed>
  );
}
