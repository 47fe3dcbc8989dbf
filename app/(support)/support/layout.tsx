import { redirect } from "next/navigation";
import type { ReactNode } from "react";

import { SupportFrame } from "@/components/support/support-frame";
import { currentPerson, signInPath } from "@/lib/auth/current-person";

/** The frame of the pages for support staff; the API decides who that is. */
export default async function Layout({ children }: { children: ReactNode }) {
  if ((await currentPerson()) === null) redirect(await signInPath());
  return <SupportFrame>{children}</SupportFrame>;
}
