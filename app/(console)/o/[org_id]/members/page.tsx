import type { Metadata } from "next";

import { Members } from "@/components/organisations/members";
import { text } from "@/console/text/layout";

export const metadata: Metadata = { title: text.members };

/** The members and invitations of an organisation. */
export default function Page() {
  return <Members />;
}
