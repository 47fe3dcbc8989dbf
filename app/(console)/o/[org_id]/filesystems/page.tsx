import type { Metadata } from "next";

import { Filesystems } from "@/components/filesystems/filesystems";
import { text } from "@/console/text/layout";

export const metadata: Metadata = { title: text.filesystems };

/** The filesystems of an organisation. */
export default function Page() {
  return <Filesystems />;
}
