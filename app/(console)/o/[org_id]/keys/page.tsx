import type { Metadata } from "next";

import { ApiKeys } from "@/components/organisations/api-keys";

export const metadata: Metadata = { title: "API keys" };

/** What programs act with in an organisation. */
export default function Page() {
  return <ApiKeys />;
}
