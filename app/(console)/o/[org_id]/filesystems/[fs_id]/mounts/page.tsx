import type { Metadata } from "next";

import { type Search, Seed } from "@/app/seed";
import { Mounts } from "@/components/filesystems/mounts";
import { mountEndpointsQuery, mountsQuery } from "@/console/queries/mounts";
import { text } from "@/console/text/layout";

export const metadata: Metadata = { title: text.mounts };

type Props = { params: Promise<{ org_id: string; fs_id: string }>; searchParams: Search };

/** The mount sessions of a filesystem. */
export default async function Page({ params, searchParams }: Props) {
  const { org_id: orgId, fs_id: fsId } = await params;
  const { ended } = await searchParams;
  return (
    <Seed
      ask={(cache) => [
        cache.query(mountsQuery(orgId, fsId, ended === "true")),
        cache.query(mountEndpointsQuery),
      ]}
    >
      <Mounts fsId={fsId} />
    </Seed>
  );
}
