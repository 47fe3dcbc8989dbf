import type { ReactNode } from "react";

import { Frame } from "@/components/console/frame";
import { ToSignIn } from "@/components/console/to-sign-in";
import { currentPerson } from "@/lib/auth/current-person";

type Props = { children: ReactNode; params: Promise<{ org_id: string }> };

/** The frame of an organisation's pages, for people who are signed in. */
export default async function Layout({ children, params }: Props) {
  const { org_id: orgId } = await params;
  if ((await currentPerson()) === null) return <ToSignIn />;
  return <Frame orgId={orgId}>{children}</Frame>;
}
