"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";

import { Failure } from "@/components/forms/failure";
import { Link } from "@/components/ui/link";
import { filesystemQuery } from "@/console/queries/filesystems";
import { text } from "@/console/text/layout";
import { RequestError } from "@/lib/api-client/request";

import { useOrganisation } from "./organisation";
import { Page } from "./page";
import { Tabs } from "./tabs";

const TABS = ["files", "trash", "changes", "webhooks", "access", "mounts", "usage"] as const;

// Deleted, or no longer for this user.
const isOver = (error: Error | null) =>
  error instanceof RequestError && (error.status === 404 || error.status === 403);

/** The breadcrumb and the tabs above every page of a filesystem. */
export function FilesystemLayout({ fsId, children }: { fsId: string; children: ReactNode }) {
  const { id: orgId } = useOrganisation();
  const { data, error } = useQuery(filesystemQuery(orgId, fsId));
  // A refetch that fails takes nothing away that is on the page, unless it says that this is over.
  const failure = data === undefined || isOver(error) ? error : null;
  const here = usePathname();
  const all = `/o/${orgId}/filesystems`;
  const tabs = TABS.map((path) => {
    const href = `${all}/${fsId}/${path}`;
    return { name: text[path], href, isHere: here === href || here.startsWith(`${href}/`) };
  });
  // A page below that of a tab, such as a webhook, has the tab in its breadcrumb.
  const above = tabs.filter(({ href, isHere }) => isHere && here !== href);
  return (
    <>
      <div className="border-line flex flex-col border-b sm:gap-2">
        <nav aria-label={text.breadcrumb}>
          <ol className="text-muted flex min-h-6 items-center gap-1 text-sm">
            <li className="flex shrink-0 items-center gap-1">
              <Link href={all} className="hover:text-ink">
                {text.filesystems}
              </Link>
              {!failure && <ChevronRight aria-hidden className="size-3.5" />}
            </li>
            <li
              className={`min-w-0 truncate ${above.length === 0 ? "text-ink text-base font-semibold" : ""}`}
            >
              {above.length === 0 ? (
                data?.name
              ) : (
                <Link href={`${all}/${fsId}/files`} className="hover:text-ink">
                  {data?.name}
                </Link>
              )}
            </li>
            {above.map(({ name, href }) => (
              <li key={href} className="flex shrink-0 items-center gap-1">
                <ChevronRight aria-hidden className="size-3.5" />
                <Link href={href} className="hover:text-ink">
                  {name}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
        {!failure && <Tabs label={text.filesystem} tabs={tabs} />}
      </div>
      {failure ? (
        <Page title={text.filesystem}>
          <Failure error={failure} messages={{ not_found: text.filesystemGone }} />
        </Page>
      ) : (
        children
      )}
    </>
  );
}
