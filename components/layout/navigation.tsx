"use client";

import { useQuery } from "@tanstack/react-query";
import {
  FolderTree,
  House,
  KeyRound,
  ScrollText,
  Send,
  Settings,
  Users,
  Webhook,
} from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";

import { meQuery } from "@/console/queries/me";
import { unhealthyOf, webhookCountsQuery } from "@/console/queries/webhook-counts";
import { text } from "@/console/text/layout";

import { scrollIntoRow } from "./scroll-into-row";

const ITEMS = [
  { path: "", name: text.overview, Icon: House },
  { path: "/filesystems", name: text.filesystems, Icon: FolderTree },
  { path: "/webhooks", name: text.webhooks, Icon: Webhook },
  { path: "/deliveries", name: text.deliveries, Icon: Send },
  { path: "/members", name: text.members, Icon: Users },
  { path: "/keys", name: text.apiKeys, Icon: KeyRound, isForAdmins: true },
  { path: "/audit", name: text.auditLog, Icon: ScrollText, isForAdmins: true },
  { path: "/settings", name: text.settings, Icon: Settings },
];

/** The pages of an organisation: a column on a wide screen, a scrolling row on a phone. */
export function Navigation({ orgId }: { orgId: string }) {
  const here = usePathname();
  const { data: counts } = useQuery(webhookCountsQuery(orgId));
  const unhealthy = counts ? unhealthyOf(counts) : 0;
  const { data: me } = useQuery(meQuery);
  const role = me?.organisations.find(({ id }) => id === orgId)?.role;
  const isAdmin = role === "owner" || role === "admin";
  const base = `/o/${orgId}`;
  return (
    <nav aria-label={text.organisation} className="overflow-x-auto lg:overflow-visible">
      <ul className="flex gap-0.5 px-3 pb-2 lg:flex-col lg:p-0">
        {ITEMS.filter(({ isForAdmins }) => isAdmin || isForAdmins !== true).map(
          ({ path, name, Icon }) => {
            const href = base + path;
            const isHere = here === href || (path !== "" && here.startsWith(`${href}/`));
            return (
              <li key={path}>
                <Link
                  href={href}
                  ref={isHere ? scrollIntoRow : undefined}
                  aria-current={isHere ? "page" : undefined}
                  className="text-muted hover:text-ink hover:bg-well aria-[current=page]:bg-tide-soft aria-[current=page]:text-tide rounded-control flex items-center gap-2.5 px-2.5 py-1.5 font-medium whitespace-nowrap"
                >
                  <Icon aria-hidden className="size-4 shrink-0" />
                  {name}
                  {path === "/webhooks" && unhealthy > 0 && (
                    <span
                      aria-label={text.needAttention(unhealthy)}
                      className="bg-bad-soft text-bad rounded-full px-1.5 text-xs tabular-nums lg:ml-auto"
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
