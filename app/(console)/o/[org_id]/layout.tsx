import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";

import { Seed } from "@/app/seed";
import { AppShell } from "@/components/layout/app-shell";
import { meQuery } from "@/console/queries/me";
import { noticesQuery } from "@/console/queries/notices";
import { webhookCountsQuery } from "@/console/queries/webhook-counts";
import { GUIDANCE_COOKIE } from "@/console/state/guidance";
import { currentUser, signInPath } from "@/lib/auth/current-user";

type Props = { children: ReactNode; params: Promise<{ org_id: string }> };

/** The navigation around an organisation's pages, for signed-in users. */
export default async function Layout({ children, params }: Props) {
  const { org_id: orgId } = await params;
  const user = await currentUser();
  if (user === null) redirect(await signInPath());
  const isGuided = !(await cookies()).has(GUIDANCE_COOKIE);
  return (
    <Seed
      ask={(cache) => [
        cache.query(meQuery),
        cache.query(webhookCountsQuery(orgId)),
        cache.query(noticesQuery(orgId)),
      ]}
    >
      <AppShell orgId={orgId} isSupport={user.isSupport} isGuided={isGuided}>
        {children}
      </AppShell>
    </Seed>
  );
}
