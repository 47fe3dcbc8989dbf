import type { Metadata } from "next";

import { Setup } from "@/components/auth/setup";
import { SignInInstead } from "@/components/auth/sign-in-instead";
import { AuthShell } from "@/components/layout/auth-shell";
import { setupText as text } from "@/console/text/auth";
import { isSetUp } from "@/lib/accounts/set-up";
import { services } from "@/lib/services";

export const metadata: Metadata = { title: text.pageTitle };

/** Creates the first owner and organisation, from the link that the service printed when it started. */
export default async function Page() {
  if (await isSetUp(services().db))
    return (
      <AuthShell title={text.doneTitle} description={text.done}>
        <SignInInstead />
      </AuthShell>
    );
  return (
    <AuthShell title={text.title} description={text.description}>
      <Setup />
    </AuthShell>
  );
}
