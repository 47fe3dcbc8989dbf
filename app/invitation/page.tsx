import type { Metadata } from "next";

import { Invitation } from "@/components/auth/invitation";
import { AuthShell } from "@/components/layout/auth-shell";
import { currentPerson } from "@/lib/auth/current-person";

export const metadata: Metadata = { title: "Invitation" };

/** Where the link of an invitation leads. */
export default async function Page() {
  return (
    <AuthShell title="You are invited" description="Join an organisation on Tidemark.">
      <Invitation person={await currentPerson()} />
    </AuthShell>
  );
}
