import type { ReactNode } from "react";

import { ToSignIn } from "@/components/console/to-sign-in";
import { SupportFrame } from "@/components/support/support-frame";
import { currentPerson } from "@/lib/auth/current-person";

/** The frame of the pages for support staff; the API decides who that is. */
export default async function Layout({ children }: { children: ReactNode }) {
  if ((await currentPerson()) === null) return <ToSignIn />;
  return <SupportFrame>{children}</SupportFrame>;
}
