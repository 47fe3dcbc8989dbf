import type { Metadata } from "next";

import { Filesystems } from "@/components/filesystems/filesystems";

export const metadata: Metadata = { title: "Filesystems" };

/** The filesystems of an organisation. */
export default function Page() {
  return <Filesystems />;
}
