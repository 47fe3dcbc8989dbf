import type { ReactNode } from "react";

import { Alert } from "@/components/ui/alert";

/** For a page that only a link with its token can open; `children` says where to get one. */
export function BrokenLink({ children }: { children: ReactNode }) {
  return (
    <Alert tone="warn">
      <p>The token at the end of this page's address is missing, or was used here before.</p>
      <p>{children}</p>
    </Alert>
  );
}
