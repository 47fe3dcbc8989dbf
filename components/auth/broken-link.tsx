import type { ReactNode } from "react";

import { Alert } from "@/components/ui/alert";
import { text } from "@/console/text/auth";

import { SignInInstead } from "./sign-in-instead";

/** Shown when a page is opened without the token from its link; `children` says how to get a new link. */
export function BrokenLink({ children }: { children: ReactNode }) {
  return (
    <>
      <Alert tone="warn">
        <p>{text.incompleteLink}</p>
        <p>{children}</p>
      </Alert>
      <SignInInstead />
    </>
  );
}
