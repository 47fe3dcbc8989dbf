import type { Metadata } from "next";

import { Usage } from "@/components/filesystems/usage";

export const metadata: Metadata = { title: "Usage" };

type Props = { params: Promise<{ fs_id: string }> };

/** What a filesystem holds and moves. */
export default async function Page({ params }: Props) {
  const { fs_id: fsId } = await params;
  return <Usage fsId={fsId} />;
}
