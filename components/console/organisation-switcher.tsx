"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronsUpDown, Plus } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";

import { Menu, MenuChoice, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { meQuery } from "@/lib/client/me";

/** The organisation one is in, and the way into the others. */
export function OrganisationSwitcher({ id, name }: { id: string; name: string }) {
  const { data: me } = useQuery(meQuery);
  const router = useRouter();
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`Organisation ${name}, change`}
          className="border-line hover:bg-well rounded-control flex h-9 min-w-0 flex-1 items-center gap-2 border px-2.5 text-left"
        >
          <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
          <ChevronsUpDown aria-hidden className="text-muted size-3.5 shrink-0" />
        </button>
      }
    >
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
    </Menu>
  );
}
