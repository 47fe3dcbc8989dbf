import { redirect } from "next/navigation";

import { homeOf } from "@/app/frame";
import { currentUser } from "@/lib/auth/current-user";

/** Goes to the filesystems of the organisation visited last, or of the user's first one. */
export default async function Page() {
  const user = await currentUser();
  if (user === null) redirect("/sign-in?callbackUrl=%2Ffilesystems");
  const orgId = await homeOf(user);
  if (orgId === null && user.isSupport) redirect("/support");
  redirect(orgId === null ? "/o/new" : `/o/${orgId}/filesystems`);
}
