import type { Metadata } from "next";

import { Setup } from "@/components/auth/setup";
import { AuthShell } from "@/components/layout/auth-shell";
import { setupText as text } from "@/console/text/auth";

export const metadata: Metadata = { title: text.pageTitle };

/** Creates the first owner and organisation, from the link that the service printed when it started. */
export default function Page() {
  return (
    <AuthShell title={text.title} description={text.description}>
      <Setup />
    </AuthShell>
  );
}
