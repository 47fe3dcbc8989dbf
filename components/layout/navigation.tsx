"use client";

import { FolderTree, House, KeyRound, ScrollText, Settings, Users } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";

import { showInRow } from "./show-in-row";

const PLACES = [
  { path: "", name: "Overview", Icon: House },
  { path: "/filesystems", name: "Filesystems", Icon: FolderTree },
  { path: "/members", name: "Members", Icon: Users },
  { path: "/keys", name: "API keys", Icon: KeyRound },
  { path: "/audit", name: "Audit log", Icon: ScrollText },
  { path: "/settings", name: "Settings", Icon: Settings },
];

/** The places of an organisation: a column on a desk, a row that scrolls on a phone. */
export function Navigation({ orgId }: { orgId: string }) {
  const here = usePathname();
  const base = `/o/${orgId}`;
  return (
    <nav aria-label="Organisation" className="overflow-x-auto lg:overflow-visible">
      <ul className="flex gap-0.5 px-3 pb-2 lg:flex-col lg:p-0">
        {PLACES.map(({ path, name, Icon }) => {
          const href = base + path;
          const isHere = here === href || (path !== "" && here.startsWith(`${href}/`));
          return (
            <li key={path}>
              <Link
                href={href}
                ref={isHere ? showInRow : undefined}
                aria-current={isHere ? "page" : undefined}
                className="text-muted hover:text-ink hover:bg-well aria-[current=page]:bg-tide-soft aria-[current=page]:text-tide rounded-control flex items-center gap-2.5 px-2.5 py-1.5 font-medium whitespace-nowrap"
              >
                <Icon aria-hidden className="size-4 shrink-0" />
                {name}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
