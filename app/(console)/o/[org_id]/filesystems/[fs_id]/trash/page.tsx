import type { Metadata } from "next";

import { Seed } from "@/app/seed";
import { Trash } from "@/components/trash/trash";
import { apiKeysQuery } from "@/console/queries/api-keys";
import { membersQuery } from "@/console/queries/members";
import { trashQuery } from "@/console/queries/trash";
import { text } from "@/console/text/layout";

export const metadata: Metadata = { title: text.trash };

type Props = { params: Promise<{ org_id: string; fs_id: string }> };

/** What was deleted from a filesystem. */
export default async function Page({ params }: Props) {
  const { org_id: orgId, fs_id: fsId } = await params;
  return (
    <Seed
      ask={(cache) => [
        cache.infiniteQuery(trashQuery({ org_id: orgId, fs_id: fsId })),
        cache.query(membersQuery(orgId)),
        cache.query(apiKeysQuery(orgId)),
      ]}
    >
      <Trash fsId={fsId} />
    </Seed>
  );
}
