import type { Metadata } from "next";

import { askFilesystems } from "@/app/(console)/o/[org_id]/ask-filesystems";
import { ROWS, Seed } from "@/app/seed";
import { Filesystems } from "@/components/filesystems/filesystems";
import type { Filesystem } from "@/console/queries/filesystems";
import { BY_NAME, sortFilesystems } from "@/console/state/sort-filesystems";
import { text } from "@/console/text/layout";

export const metadata: Metadata = { title: text.filesystems };

const firstByName = (all: readonly Filesystem[]) =>
  sortFilesystems(all, BY_NAME, new Map()).slice(0, ROWS);

type Props = { params: Promise<{ org_id: string }> };

/** The filesystems of an organisation. */
export default async function Page({ params }: Props) {
  const { org_id: orgId } = await params;
  return (
    <Seed ask={(cache) => [askFilesystems(cache, orgId, firstByName)]}>
      <Filesystems />
    </Seed>
  );
}
