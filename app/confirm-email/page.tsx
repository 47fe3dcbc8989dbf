import type { Metadata } from "next";

import { ConfirmEmail } from "@/components/auth/confirm-email";
import { AuthShell } from "@/components/layout/auth-shell";
import { confirmEmailText as text } from "@/console/text/auth";
import { currentUser } from "@/lib/auth/current-user";

export const metadata: Metadata = { title: text.pageTitle };

/** The page that the link in an e-mail to a new address opens. */
export default async function Page() {
  return (
    <AuthShell title={text.title} description={text.description}>
      <ConfirmEmail user={await currentUser()} />
    </AuthShell>
  );
}
