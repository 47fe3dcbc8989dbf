"use client";

import { useQuery } from "@tanstack/react-query";
import {
  BookOpen,
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

type Props = {
  orgId: string;
  /** Called when a link is pressed. */
  onLeave: () => void;
};

/** The pages of an organisation. */
export function Navigation({ orgId, onLeave }: Props) {
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
                  onClick={onLeave}
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
        <li className="border-line mt-2 border-t pt-2 lg:hidden">
          <Link
            href="/docs"
            onClick={onLeave}
            className="text-muted hover:text-ink hover:bg-well rounded-control flex items-center gap-2.5 px-2.5 py-2.5 font-medium"
          >
            <BookOpen aria-hidden className="size-4 shrink-0" />
            {text.documentation}
          </Link>
        </li>
      </ul>
    </nav>
  );
}
