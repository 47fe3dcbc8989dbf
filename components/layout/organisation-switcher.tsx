"use client";

import { ChevronsUpDown } from "lucide-react";

import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Menu } from "@/components/ui/menu";
import { text } from "@/console/text/layout";

const OrganisationItems = lazyWithRetry(() =>
  import("./organisation-items").then((all) => all.OrganisationItems),
);

/** The current organisation, with a menu to switch to another. */
export function OrganisationSwitcher({ id, name }: { id: string; name: string }) {
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={text.switchOrganisation(name)}
          className="border-line hover:bg-well rounded-control flex h-9 min-w-0 flex-1 items-center gap-2 border px-2.5 text-left"
        >
          <span className="min-w-0 flex-1 truncate font-medium">{name || text.organisation}</span>
          <ChevronsUpDown aria-hidden className="text-muted size-3.5 shrink-0" />
        </button>
      }
    >
      <OrganisationItems id={id} />
    </Menu>
  );
}
