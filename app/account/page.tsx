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
import { Section } from "@/components/layout/section";
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

const SECTIONS = ["profile", "security", "sessions", "dangerZone"] as const;

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
      <nav aria-label={text.sections} className="-my-2">
        <ul className="flex flex-wrap gap-x-5">
          {SECTIONS.map((section) => (
            <li key={section}>
              <a
                href={`#${section}`}
                className="text-tide block py-2 font-medium underline-offset-4 hover:underline"
              >
                {text[section]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <Section id="profile" title={text.profile}>
        <ProfileCard
          name={user.name}
          email={user.email}
          canSendEmail={services().settings.mail.url !== undefined}
        />
      </Section>
      <Section id="security" title={text.security}>
        <PasswordCard email={user.email} />
        <PasskeysCard isAvailable={findRelyingParty(services().settings) !== null} next={next} />
        <SecondFactorCard next={next} />
        <IdentitiesCard providers={listProviders(services().settings)} />
      </Section>
      <Section id="sessions" title={text.sessions}>
        <SessionsCard />
        <LoginsCard />
      </Section>
      <Section id="dangerZone" title={text.dangerZone}>
        <DeleteAccountCard email={user.email} />
      </Section>
    </UserFrame>
  );
}
