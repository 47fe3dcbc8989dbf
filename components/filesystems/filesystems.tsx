"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { useSearchText } from "@/components/layout/use-address";
import { Command } from "@/components/service/command";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { SearchInput } from "@/components/ui/search-input";
import { Skeleton } from "@/components/ui/skeleton";
import { filesystemsQuery } from "@/console/queries/filesystems";

import { FilesystemRow } from "./filesystem-row";

const NewFilesystem = lazyWithRetry(() =>
  import("./new-filesystem").then((all) => all.NewFilesystem),
);

// A line asks for its own usage and webhooks; this many at once are no burden.
const STEP = 50;

/** The filesystems of the organisation: each with its usage and the health of its webhooks. */
export function Filesystems() {
  const { id: orgId } = useOrganisation();
  const { data, error } = useQuery(filesystemsQuery(orgId));
  const [asked, setAsked] = useSearchText("do");
  const [shown, setShown] = useState(STEP);
  const [search, setSearch] = useSearchText("q");
  const matching = data?.filter((one) => one.name.toLowerCase().includes(search.toLowerCase()));
  const create = (
    <Button onClick={() => setAsked("new")}>
      <Plus aria-hidden /> New filesystem
    </Button>
  );
  return (
    <Page
      title="Filesystems"
      description="A tree of files that your programs read and write, and whose changes webhooks tell."
      actions={data?.length === 0 ? undefined : create}
    >
      <Failure error={error} />
      {data === undefined && !error && <Skeleton className="h-40" />}
      {data?.length === 0 && (
        <Empty title="No filesystem yet">
          <p className="text-muted">Make one here, or from a shell with a login:</p>
          <Command>npm run -s tidemark -- fs create first</Command>
          {create}
        </Empty>
      )}
      {data !== undefined && data.length > 0 && (
        <>
          <SearchInput
            label="Search by name"
            placeholder="Search by name"
            className="max-w-sm"
            value={search}
            onChange={setSearch}
          />
          <ul className="border-line bg-sheet rounded-card divide-line divide-y border">
            {matching?.length === 0 && (
              <li className="text-muted px-5 py-4">No filesystem has “{search}” in its name.</li>
            )}
            {matching?.slice(0, shown).map((filesystem) => (
              <FilesystemRow key={filesystem.id} filesystem={filesystem} />
            ))}
          </ul>
          {matching !== undefined && matching.length > shown && (
            <Button variant="secondary" onClick={() => setShown(shown + STEP)}>
              Show more of {matching.length}
            </Button>
          )}
        </>
      )}
      {asked === "new" && <NewFilesystem onClose={() => setAsked("")} />}
    </Page>
  );
}
