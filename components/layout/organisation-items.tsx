"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";

import { MenuChoice, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { meQuery } from "@/console/queries/me";

/** What stands in the menu of organisations: those one is in, and the way to another. */
export function OrganisationItems({ id }: { id: string }) {
  const { data: me } = useQuery(meQuery);
  const router = useRouter();
  return (
    <>
      <MenuChoice
        label="Organisations"
        value={id}
        onChange={(chosen) => router.push(`/o/${chosen}`)}
        options={(me?.organisations ?? []).map((one) => ({ value: one.id, name: one.name }))}
      />
      <MenuSeparator />
      <MenuItem asChild>
        <Link href="/o/new">
          <Plus aria-hidden /> New organisation
        </Link>
      </MenuItem>
    </>
  );
}
