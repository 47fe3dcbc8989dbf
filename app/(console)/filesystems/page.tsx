import { cookies } from "next/headers";
import { redirect } from "next/navigation";

import { ToFilesystems } from "@/components/filesystems/to-filesystems";
import { ORGANISATION_COOKIE } from "@/console/state/last-organisation";
import { currentPerson } from "@/lib/auth/current-person";

/** Leads to the filesystems of the organisation that somebody was in last, or of their first. */
export default async function Page() {
  if ((await currentPerson()) === null) redirect("/sign-in?callbackUrl=%2Ffilesystems");
  return <ToFilesystems last={(await cookies()).get(ORGANISATION_COOKIE)?.value ?? null} />;
}
