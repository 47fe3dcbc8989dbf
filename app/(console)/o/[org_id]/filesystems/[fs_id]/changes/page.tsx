import type { Metadata } from "next";

import { ChangeFeed } from "@/components/files/change-feed";

export const metadata: Metadata = { title: "Changes" };

type Props = { params: Promise<{ fs_id: string }> };

/** What changes in a filesystem while one looks. */
export default async function Page({ params }: Props) {
  const { fs_id: fsId } = await params;
  return <ChangeFeed fsId={fsId} />;
}
