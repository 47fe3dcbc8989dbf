"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronsUpDown } from "lucide-react";

import { Avatar } from "@/components/ui/avatar";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Menu } from "@/components/ui/menu";
import { meQuery } from "@/console/queries/me";
import { text } from "@/console/text/layout";

const AccountItems = lazyWithRetry(() => import("./account-items").then((all) => all.AccountItems));

/** The menu with the signed-in user, the theme, the account, sign-out and, for staff, support. */
export function AccountMenu({ isSupport = false }: { isSupport?: boolean }) {
  const { data: me } = useQuery(meQuery);
  const name = me?.name ?? "";
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="hover:bg-well rounded-control flex min-w-0 items-center gap-2 px-2 py-1.5 text-left"
        >
          <Avatar name={name} />
          <span className="sr-only">{text.accountOf} </span>
          <span className="min-w-0 flex-1 truncate text-sm font-medium max-lg:sr-only">{name}</span>
          <ChevronsUpDown aria-hidden className="text-muted hidden size-3.5 shrink-0 lg:block" />
        </button>
      }
    >
      <AccountItems email={me?.email ?? ""} isSupport={isSupport} />
    </Menu>
  );
}
