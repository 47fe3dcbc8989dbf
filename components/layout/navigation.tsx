"use client";

import { useQuery } from "@tanstack/react-query";
import { Folder, House, Key, ScrollText, Send, Settings2, Users, Webhook } from "lucide-react";
import { usePathname } from "next/navigation";
import type { MouseEvent } from "react";

import { Link } from "@/components/ui/link";
import { meQuery } from "@/console/queries/me";
import { unhealthyOf, webhookCountsQuery } from "@/console/queries/webhook-counts";
import { text } from "@/console/text/layout";

const ITEMS = [
  { path: "", name: text.overview, Icon: House },
  { path: "/filesystems", name: text.filesystems, Icon: Folder },
  { path: "/webhooks", name: text.webhooks, Icon: Webhook },
  { path: "/deliveries", name: text.deliveries, Icon: Send },
  { path: "/members", name: text.members, Icon: Users },
  { path: "/keys", name: text.apiKeys, Icon: Key, isForAdmins: true },
  { path: "/audit", name: text.auditLog, Icon: ScrollText, isForAdmins: true },
  { path: "/settings", name: text.settings, Icon: Settings2 },
];

// The page that follows stays in the same frame.
const leave = ({ currentTarget }: MouseEvent) =>
  currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();

/** The pages of an organisation: a column on a wide screen, behind a button on a phone. */
export function Navigation({ orgId }: { orgId: string }) {
  const here = usePathname();
  const { data: counts } = useQuery(webhookCountsQuery(orgId));
  const unhealthy = counts ? unhealthyOf(counts) : 0;
  const { data: me } = useQuery(meQuery);
  const role = me?.organisations.find(({ id }) => id === orgId)?.role;
  const isAdmin = role === "owner" || role === "admin";
  const base = `/o/${orgId}`;
  return (
    <nav aria-label={text.organisation}>
      <ul className="flex flex-col gap-0.5">
        {ITEMS.filter(({ isForAdmins }) => isAdmin || isForAdmins !== true).map(
          ({ path, name, Icon }) => {
            const href = base + path;
            const isHere = here === href || (path !== "" && here.startsWith(`${href}/`));
            return (
              <li key={path}>
                <Link
                  href={href}
                  onClick={leave}
                  aria-current={isHere ? "page" : undefined}
                  className="text-muted hover:text-ink hover:bg-well aria-[current=page]:bg-tide-soft aria-[current=page]:text-tide rounded-control flex items-center gap-2.5 px-2.5 py-1.5 font-medium max-lg:py-2.5"
                >
                  <Icon aria-hidden className="size-4 shrink-0" />
                  {name}
                  {path === "/webhooks" && unhealthy > 0 && (
                    <span
                      aria-label={text.needAttention(unhealthy)}
                      className="bg-bad-soft text-bad ml-auto rounded-full px-1.5 text-xs tabular-nums"
                    >
                      {unhealthy}
                    </span>
                  )}
                </Link>
              </li>
            );
          },
        )}
      </ul>
    </nav>
  );
}
