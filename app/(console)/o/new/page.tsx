import type { Metadata } from "next";
import { redirect } from "next/navigation";

import { AuthShell } from "@/components/layout/auth-shell";
import { NewOrganisation } from "@/components/organisations/new-organisation";
import { PlainLink } from "@/components/ui/plain-link";
import { text } from "@/console/text/menus";
import { currentUser } from "@/lib/auth/current-user";

export const metadata: Metadata = { title: text.newOrganisation };

/** Creates an organisation owned by the signed-in user. */
export default async function Page() {
  if ((await currentUser()) === null) redirect("/sign-in?callbackUrl=%2Fo%2Fnew");
  return (
    <AuthShell title={text.newOrganisation} description={text.newOrganisationAbout}>
      <NewOrganisation />
      <PlainLink className="text-tide text-sm underline underline-offset-4" href="/">
        {text.backToConsole}
      </PlainLink>
    </AuthShell>
  );
}
