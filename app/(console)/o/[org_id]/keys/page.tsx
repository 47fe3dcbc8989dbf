import type { Metadata } from "next";

import { ApiKeys } from "@/components/organisations/api-keys";
import { text } from "@/console/text/layout";

export const metadata: Metadata = { title: text.apiKeys };

/** The API keys of an organisation. */
export default function Page() {
  return <ApiKeys />;
}
