import Link from "next/link";

import { SignOutButton } from "@/components/account/sign-out-button";

/** Who is signed in, the way to their account, and the way out. */
export function PersonMenu({ name }: { name: string }) {
  return (
    <>
      <Link href="/account" className="hover:text-tide max-w-40 truncate text-sm font-medium">
        {name}
      </Link>
      <SignOutButton />
    </>
  );
}
