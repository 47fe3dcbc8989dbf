"use client";

import { useQuery } from "@tanstack/react-query";
import { Bell as BellIcon } from "lucide-react";

import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Menu } from "@/components/ui/menu";
import { noticesQuery } from "@/console/queries/notices";
import { text } from "@/console/text/layout";

const BellItems = lazyWithRetry(() => import("./bell-items").then((all) => all.BellItems));

const MOST = 9;

/** How many notices of the organisation are unread, with a menu of the newest. */
export function Bell({ orgId }: { orgId: string }) {
  const { data: notices = [] } = useQuery(noticesQuery(orgId));
  const unread = notices.filter((notice) => notice.unread).length;
  const count = unread > MOST ? `${MOST}+` : unread;
  return (
    <Menu
      items={BellItems}
      align="start"
      trigger={
        <button
          type="button"
          aria-label={text.notifications(count)}
          className="border-line text-muted hover:bg-well hover:text-ink rounded-control relative grid size-9 shrink-0 place-items-center border lg:size-8"
        >
          <BellIcon aria-hidden className="size-4" />
          {unread > 0 && (
            <span className="bg-tide text-on-tide absolute -top-1.5 -right-1.5 rounded-full px-1.5 text-xs tabular-nums">
              {count}
            </span>
          )}
        </button>
      }
    >
      <BellItems orgId={orgId} />
    </Menu>
  );
}
