import type { Metadata } from "next";
import { redirect } from "next/navigation";

import { SignIn } from "@/components/auth/sign-in";
import { AuthShell } from "@/components/layout/auth-shell";
import { safePath } from "@/console/state/safe-path";
import { signInText as text } from "@/console/text/auth";
import { listProviders } from "@/lib/accounts/identities/providers";
import { findRelyingParty } from "@/lib/accounts/passkeys/relying-party";
import { isSetUp } from "@/lib/accounts/set-up";
import { currentUser } from "@/lib/auth/current-user";
import { services } from "@/lib/services";

export const metadata: Metadata = { title: text.title };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** The sign-in page; `?callbackUrl=` is the page of this origin to open afterwards, `&ended=1` says that a session has ended. */
export default async function Page({ searchParams }: Props) {
  const { callbackUrl, error, step, ended } = await searchParams;
  const target = single(callbackUrl);
  const refusal = single(error);
  const { settings, db } = services();
  // No account can sign in yet: the first steps say how to create one.
  if (!(await isSetUp(db))) redirect("/");
  if (refusal === null && (await currentUser()) !== null)
    redirect(safePath(target, settings.appUrl.origin));
  return (
    <AuthShell title={text.title} description={text.description}>
      <SignIn
        callbackUrl={target}
        providers={listProviders(settings)}
        hasPasskeys={findRelyingParty(settings) !== null}
        refusal={refusal}
        hasEnded={single(ended) !== null}
        needsCode={step === "code"}
      />
    </AuthShell>
  );
}

const single = (value: string | string[] | undefined) => (typeof value === "string" ? value : null);
