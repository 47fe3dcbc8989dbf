import type { Metadata } from "next";

import { Mounts } from "@/components/filesystems/mounts";
import { text } from "@/console/text/layout";

export const metadata: Metadata = { title: text.mounts };

type Props = { params: Promise<{ fs_id: string }> };

/** The mount sessions of a filesystem. */
export default async function Page({ params }: Props) {
  const { fs_id: fsId } = await params;
  return <Mounts fsId={fsId} />;
}
