import type { Metadata } from "next";
import { redirect } from "next/navigation";

import { AuthShell } from "@/components/layout/auth-shell";
import { NewOrganisation } from "@/components/organisations/new-organisation";
import { currentPerson } from "@/lib/auth/current-person";

export const metadata: Metadata = { title: "New organisation" };

/** Makes an organisation that the person who is signed in owns. */
export default async function Page() {
  if ((await currentPerson()) === null) redirect("/sign-in?callbackUrl=%2Fo%2Fnew");
  return (
    <AuthShell
      title="New organisation"
      description="You own it. Its filesystems, keys and people are apart from those of others."
    >
      <NewOrganisation />
    </AuthShell>
  );
}
