import type { Metadata } from "next";

import { Seed } from "@/app/seed";
import { ChangeFeed } from "@/components/files/change-feed";
import { apiKeysQuery } from "@/console/queries/api-keys";
import { changesQuery } from "@/console/queries/changes";
import { membersQuery } from "@/console/queries/members";
import { text } from "@/console/text/layout";

export const metadata: Metadata = { title: text.changes };

type Props = { params: Promise<{ org_id: string; fs_id: string }> };

/** The newest changes of a filesystem, live. */
export default async function Page({ params }: Props) {
  const ids = await params;
  return (
    <Seed
      ask={(cache) => [
        cache.infiniteQuery(changesQuery(ids)),
        cache.query(membersQuery(ids.org_id)),
        cache.query(apiKeysQuery(ids.org_id)),
      ]}
    >
      <ChangeFeed fsId={ids.fs_id} />
    </Seed>
  );
}
