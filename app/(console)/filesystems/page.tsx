import { cookies } from "next/headers";
import { redirect } from "next/navigation";

import { ToFilesystems } from "@/components/filesystems/to-filesystems";
import { ORGANISATION_COOKIE } from "@/console/state/last-organisation";
import { currentUser } from "@/lib/auth/current-user";

/** Goes to the filesystems of the organisation visited last, or of the user's first one. */
export default async function Page() {
  if ((await currentUser()) === null) redirect("/sign-in?callbackUrl=%2Ffilesystems");
  return <ToFilesystems last={(await cookies()).get(ORGANISATION_COOKIE)?.value ?? null} />;
}
