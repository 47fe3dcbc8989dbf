import type { Metadata } from "next";

import { Access } from "@/components/filesystems/access";

export const metadata: Metadata = { title: "Access" };

type Props = { params: Promise<{ fs_id: string }> };

/** Which API keys reach a filesystem, and how. */
export default async function Page({ params }: Props) {
  const { fs_id: fsId } = await params;
  return <Access fsId={fsId} />;
}
