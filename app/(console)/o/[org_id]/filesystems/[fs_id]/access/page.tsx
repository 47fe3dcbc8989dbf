import type { Metadata } from "next";

import { Seed } from "@/app/seed";
import { Access } from "@/components/filesystems/access";
import { apiKeysQuery } from "@/console/queries/api-keys";
import { grantsQuery } from "@/console/queries/grants";
import { membersQuery } from "@/console/queries/members";
import { text } from "@/console/text/layout";

export const metadata: Metadata = { title: text.access };

type Props = { params: Promise<{ org_id: string; fs_id: string }> };

/** Who has access to a filesystem. */
export default async function Page({ params }: Props) {
  const { org_id: orgId, fs_id: fsId } = await params;
  return (
    <Seed
      ask={(cache) => [
        cache.query(apiKeysQuery(orgId)),
        cache.query(grantsQuery(orgId, fsId)),
        cache.query(membersQuery(orgId)),
      ]}
    >
      <Access fsId={fsId} />
    </Seed>
  );
}
