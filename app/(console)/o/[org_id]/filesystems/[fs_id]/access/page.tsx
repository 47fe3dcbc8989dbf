import type { Metadata } from "next";

import { Access } from "@/components/filesystems/access";
import { text } from "@/console/text/layout";

export const metadata: Metadata = { title: text.access };

type Props = { params: Promise<{ fs_id: string }> };

/** The API keys with access to a filesystem. */
export default async function Page({ params }: Props) {
  const { fs_id: fsId } = await params;
  return <Access fsId={fsId} />;
}
