import type { Metadata } from "next";

import { ChangeFeed } from "@/components/files/change-feed";
import { text } from "@/console/text/layout";

export const metadata: Metadata = { title: text.changes };

type Props = { params: Promise<{ fs_id: string }> };

/** The live changes of a filesystem. */
export default async function Page({ params }: Props) {
  const { fs_id: fsId } = await params;
  return <ChangeFeed fsId={fsId} />;
}
