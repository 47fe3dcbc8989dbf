import { cookies } from "next/headers";
import { redirect } from "next/navigation";

import { Seed } from "@/app/seed";
import { ToFilesystems } from "@/components/filesystems/to-filesystems";
import { meQuery } from "@/console/queries/me";
import { ORGANISATION_COOKIE } from "@/console/state/last-organisation";
import { currentUser } from "@/lib/auth/current-user";

/** Goes to the filesystems of the organisation visited last, or of the user's first one. */
export default async function Page() {
  if ((await currentUser()) === null) redirect("/sign-in?callbackUrl=%2Ffilesystems");
  return (
    <Seed ask={(cache) => [cache.query(meQuery)]}>
      <ToFilesystems last={(await cookies()).get(ORGANISATION_COOKIE)?.value ?? null} />
    </Seed>
  );
}
