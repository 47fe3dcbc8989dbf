import Link from "next/link";

import { SignOutButton } from "@/components/account/sign-out-button";

/** The signed-in user, linked to their account, and a button to sign out. */
export function UserMenu({ name }: { name: string }) {
  return (
    <>
      <Link href="/account" className="hover:text-tide max-w-40 truncate text-sm font-medium">
        {name}
      </Link>
      <SignOutButton />
    </>
  );
}
