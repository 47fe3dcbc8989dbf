import type { Metadata } from "next";
import { redirect } from "next/navigation";

import { IdentitiesCard } from "@/components/account/identities-card";
import { LoginsCard } from "@/components/account/logins-card";
import { PasswordCard } from "@/components/account/password-card";
import { SessionsCard } from "@/components/account/sessions-card";
import { PersonMenu } from "@/components/layout/person-menu";
import { SiteHeader } from "@/components/layout/site-header";
import { currentPerson } from "@/lib/auth/current-person";

export const metadata: Metadata = { title: "Account" };

/** What a person sees and ends of their own access (spec 4.4, 4.5, 4.6). */
export default async function Page() {
  const person = await currentPerson();
  if (person === null) redirect("/sign-in?callbackUrl=%2Faccount");
  return (
    <>
      <SiteHeader>
        <PersonMenu name={person.name} />
      </SiteHeader>
      <main className="mx-auto flex max-w-3xl flex-col gap-6 px-4 py-10 sm:px-6">
        <header className="flex flex-col gap-1">
          <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">{person.name}</h1>
          <p className="text-muted wrap-anywhere">{person.email}</p>
        </header>
        <SessionsCard />
        <LoginsCard />
        <PasswordCard email={person.email} />
        <IdentitiesCard email={person.email} />
      </main>
    </>
  );
}
