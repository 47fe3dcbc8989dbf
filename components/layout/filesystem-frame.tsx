"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";

import { Failure } from "@/components/forms/failure";
import { filesystemQuery } from "@/console/queries/filesystems";

import { useOrganisation } from "./organisation";
import { Tabs } from "./tabs";

const TABS = [
  { path: "files", name: "Files" },
  { path: "changes", name: "Changes" },
  { path: "webhooks", name: "Webhooks" },
  { path: "access", name: "Access" },
  { path: "mounts", name: "Mounts" },
  { path: "usage", name: "Usage" },
];

/** What stands above every page of a filesystem: where it is, and its parts. */
export function FilesystemFrame({ fsId, children }: { fsId: string; children: ReactNode }) {
  const { id: orgId } = useOrganisation();
  const { data, error } = useQuery(filesystemQuery(orgId, fsId));
  const here = usePathname();
  const all = `/o/${orgId}/filesystems`;
  const tabs = TABS.map(({ path, name }) => {
    const href = `${all}/${fsId}/${path}`;
    return { name, href, isHere: here === href || here.startsWith(`${href}/`) };
  });
  const words = { not_found: "This filesystem does not exist any more." };
  return (
    <>
      <div className="border-line flex flex-col gap-2 border-b">
        <nav aria-label="Where this is">
          <ol className="text-muted flex min-h-6 items-center gap-1 text-sm">
            <li className="flex shrink-0 items-center gap-1">
              <Link href={all} className="hover:text-ink">
                Filesystems
              </Link>
              <ChevronRight aria-hidden className="size-3.5" />
            </li>
            <li className="text-ink min-w-0 truncate text-base font-semibold">{data?.name}</li>
          </ol>
        </nav>
        <Tabs label="Filesystem" tabs={tabs} />
      </div>
      {error ? <Failure error={error} messages={words} /> : children}
    </>
  );
}
