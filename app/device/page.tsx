import type { Metadata } from "next";
import { redirect } from "next/navigation";

import { Device } from "@/components/auth/device";
import { currentPerson } from "@/lib/auth/current-person";

export const metadata: Metadata = { title: "Log in a device" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Lets a command-line client in (spec 4.36, 4.39); `?user_code=` only fills the field in. */
export default async function Page({ searchParams }: Props) {
  const { user_code: code } = await searchParams;
  const prefilled = typeof code === "string" ? code.slice(0, 20) : "";
  const person = await currentPerson();
  if (person === null) {
    const here = prefilled === "" ? "/device" : `/device?${query({ user_code: prefilled })}`;
    redirect(`/sign-in?${query({ callbackUrl: here })}`);
  }
  return <Device prefilled={prefilled} email={person.email} />;
}

const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
