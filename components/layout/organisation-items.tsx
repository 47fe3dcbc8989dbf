"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";

import { Link } from "@/components/ui/link";
import { MenuChoice, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { meQuery } from "@/console/queries/me";
import { text } from "@/console/text/menus";

/** The items of the organisation menu: the user's organisations and a link to create another. */
export function OrganisationItems({ id }: { id: string }) {
  const { data: me } = useQuery(meQuery);
  const router = useRouter();
  return (
    <>
      <MenuChoice
        label={text.organisations}
        value={id}
        onChange={(chosen) => router.push(`/o/${chosen}`)}
        options={(me?.organisations ?? []).map((organisation) => ({
          value: organisation.id,
          name: organisation.name,
        }))}
      />
      <MenuSeparator />
      <MenuItem asChild>
        <Link href="/o/new">
          <Plus aria-hidden /> {text.newOrganisation}
        </Link>
      </MenuItem>
    </>
  );
}
