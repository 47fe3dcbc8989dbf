import type { Metadata } from "next";

import { Failures } from "@/components/support/failures";
import { text } from "@/console/text/support";

export const metadata: Metadata = { title: text.title };

/** Failing webhooks of all organisations, grouped and one by one. */
export default function Page() {
  return <Failures />;
}
