import type { Metadata } from "next";

import { Settings } from "@/components/organisations/settings";
import { text } from "@/console/text/layout";

export const metadata: Metadata = { title: text.settings };

/** The name of an organisation, and leaving it. */
export default function Page() {
  return <Settings />;
}
