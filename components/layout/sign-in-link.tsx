import Link from "next/link";

import { Button } from "@/components/ui/button";

/** The way in, for whoever is not signed in. */
export function SignInLink() {
  return (
    <Button asChild size="sm">
      <Link href="/sign-in">Sign in</Link>
    </Button>
  );
}
