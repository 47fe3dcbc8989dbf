import type { Metadata } from "next";
import { redirect } from "next/navigation";

import { SignIn } from "@/components/auth/sign-in";
import { AuthShell } from "@/components/layout/auth-shell";
import { safePath } from "@/console/state/safe-path";
import { currentPerson } from "@/lib/auth/current-person";
import { services } from "@/lib/services";

export const metadata: Metadata = { title: "Sign in" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** The way into the console; `?callbackUrl=` is the page of this origin that comes after it. */
export default async function Page({ searchParams }: Props) {
  const { callbackUrl, error } = await searchParams;
  const wanted = one(callbackUrl);
  const refusal = one(error);
  if (refusal === null && (await currentPerson()) !== null)
    redirect(safePath(wanted, services().settings.appUrl.origin));
  return (
    <AuthShell title="Sign in" description="Accounts are made by invitation.">
      <SignIn wanted={wanted} refusal={refusal} />
    </AuthShell>
  );
}

const one = (value: string | string[] | undefined) => (typeof value === "string" ? value : null);
