import type { Metadata } from "next";

import { Overview } from "@/components/organisations/overview";
import { text } from "@/console/text/layout";

export const metadata: Metadata = { title: text.overview };

/** The overview of an organisation. */
export default function Page() {
  return <Overview />;
}
