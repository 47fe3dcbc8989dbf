import type { Metadata } from "next";

import { Usage } from "@/components/filesystems/usage";
import { text } from "@/console/text/layout";

export const metadata: Metadata = { title: text.usage };

type Props = { params: Promise<{ fs_id: string }> };

/** The storage and traffic of a filesystem. */
export default async function Page({ params }: Props) {
  const { fs_id: fsId } = await params;
  return <Usage fsId={fsId} />;
}
