import type { Metadata } from "next";

import { Invitation } from "@/components/auth/invitation";
import { invitationText as text } from "@/console/text/auth";
import { currentUser } from "@/lib/auth/current-user";

export const metadata: Metadata = { title: text.pageTitle };

/** The page an invitation link opens. */
export default async function Page() {
  return <Invitation user={await currentUser()} />;
}
