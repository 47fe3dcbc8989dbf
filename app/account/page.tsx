import type { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { redirect } from "next/navigation";

import { UserFrame } from "@/app/frame";
import { DeleteAccountCard } from "@/components/account/delete-account-card";
import { IdentitiesCard } from "@/components/account/identities-card";
import { LoginsCard } from "@/components/account/logins-card";
import { PasskeysCard } from "@/components/account/passkeys-card";
import { PasswordCard } from "@/components/account/password-card";
import { ProfileCard } from "@/components/account/profile-card";
import { SecondFactorCard } from "@/components/account/second-factor-card";
import { SessionsCard } from "@/components/account/sessions-card";
import {
  identitiesQuery,
  loginsQuery,
  securityQuery,
  sessionsQuery,
} from "@/console/queries/account";
import { passkeysQuery } from "@/console/queries/passkeys";
import { safePath } from "@/console/state/safe-path";
import { text } from "@/console/text/account";
import { listProviders } from "@/lib/accounts/identities/providers";
import { findRelyingParty } from "@/lib/accounts/passkeys/relying-party";
import { currentUser, signInPath } from "@/lib/auth/current-user";
import { services } from "@/lib/services";

export const metadata: Metadata = { title: text.title };

const ask = (cache: QueryClient) => [
  cache.query(sessionsQuery),
  cache.query(loginsQuery),
  cache.query(identitiesQuery),
  cache.query(securityQuery),
  cache.query(passkeysQuery),
];

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** The user's own name, address, sessions, logins, password, passkeys and identities (spec 4.4, 4.5, 4.6, 4.47, 4.48, 4.49). */
export default async function Page({ searchParams }: Props) {
  const user = await currentUser();
  if (user === null) redirect(await signInPath());
  const { next: asked } = await searchParams;
  const { origin } = services().settings.appUrl;
  const next = typeof asked === "string" ? safePath(asked, origin) : null;
  return (
    <UserFrame user={user} ask={ask}>
      <header className="flex flex-col gap-1">
        <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">{user.name}</h1>
        <p className="text-muted wrap-anywhere">{user.email}</p>
      </header>
      <ProfileCard
        name={user.name}
        email={user.email}
        canSendEmail={services().settings.mail.url !== undefined}
      />
      <PasswordCard email={user.email} />
      <PasskeysCard isAvailable={findRelyingParty(services().settings) !== null} next={next} />
      <SecondFactorCard next={next} />
      <IdentitiesCard providers={listProviders(services().settings)} />
      <SessionsCard />
      <LoginsCard />
      <DeleteAccountCard email={user.email} />
    </UserFrame>
  );
}
