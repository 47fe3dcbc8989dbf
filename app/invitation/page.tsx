import type { Metadata } from "next";

import { Invitation } from "@/components/auth/invitation";
import { AuthShell } from "@/components/layout/auth-shell";
import { invitationText as text } from "@/console/text/auth";
import { currentUser } from "@/lib/auth/current-user";

export const metadata: Metadata = { title: text.pageTitle };

/** The page an invitation link opens. */
export default async function Page() {
  return (
    <AuthShell title={text.title} description={text.description}>
      <Invitation user={await currentUser()} />
    </AuthShell>
  );
}
