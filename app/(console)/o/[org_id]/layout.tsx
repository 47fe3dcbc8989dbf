import { redirect } from "next/navigation";
import type { ReactNode } from "react";

import { AppShell } from "@/components/layout/app-shell";
import { currentPerson, signInPath } from "@/lib/auth/current-person";

type Props = { children: ReactNode; params: Promise<{ org_id: string }> };

/** The navigation around an organisation's pages, for signed-in users. */
export default async function Layout({ children, params }: Props) {
  const { org_id: orgId } = await params;
  const person = await currentPerson();
  if (person === null) redirect(await signInPath());
  return (
    <AppShell orgId={orgId} isSupport={person.isSupport}>
      {children}
    </AppShell>
  );
}
