import type { Metadata } from "next";

import { Members } from "@/components/organisations/members";

export const metadata: Metadata = { title: "Members" };

/** Who belongs to an organisation, and who is invited. */
export default function Page() {
  return <Members />;
}
