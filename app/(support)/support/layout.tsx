import { redirect } from "next/navigation";
import type { ReactNode } from "react";

import { Seed } from "@/app/seed";
import { SupportShell } from "@/components/support/support-shell";
import { meQuery } from "@/console/queries/me";
import { currentUser, signInPath } from "@/lib/auth/current-user";

/** The navigation around the pages for support staff; the API checks that they are. */
export default async function Layout({ children }: { children: ReactNode }) {
  const user = await currentUser();
  if (user === null) redirect(await signInPath());
  return (
    <Seed ask={(cache) => [cache.query(meQuery)]}>
      <SupportShell isSupport={user.isSupport}>{children}</SupportShell>
    </Seed>
  );
}
