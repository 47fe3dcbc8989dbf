import type { Metadata } from "next";

import { askFilesystems } from "@/app/(console)/o/[org_id]/ask-filesystems";
import { ROWS, Seed } from "@/app/seed";
import { Filesystems } from "@/components/filesystems/filesystems";
import { text } from "@/console/text/layout";

export const metadata: Metadata = { title: text.filesystems };

type Props = { params: Promise<{ org_id: string }> };

/** The filesystems of an organisation. */
export default async function Page({ params }: Props) {
  const { org_id: orgId } = await params;
  return (
    <Seed ask={(cache) => [askFilesystems(cache, orgId, (all) => all.slice(0, ROWS))]}>
      <Filesystems />
    </Seed>
  );
}
