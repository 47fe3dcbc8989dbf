import type { Metadata } from "next";
import { redirect } from "next/navigation";

import { Device } from "@/components/auth/device";
import { deviceText } from "@/console/text/auth";
import { currentUser } from "@/lib/auth/current-user";

export const metadata: Metadata = { title: deviceText.pageTitle };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Approves a command-line login (spec 4.36, 4.39); `?user_code=` only fills in the field. */
export default async function Page({ searchParams }: Props) {
  const { user_code: code } = await searchParams;
  const prefilled = typeof code === "string" ? code.slice(0, 20) : "";
  const user = await currentUser();
  if (user === null) {
    const callbackUrl = prefilled === "" ? "/device" : `/device?${query({ user_code: prefilled })}`;
    redirect(`/sign-in?${query({ callbackUrl })}`);
  }
  return <Device prefilled={prefilled} email={user.email} />;
}

const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
