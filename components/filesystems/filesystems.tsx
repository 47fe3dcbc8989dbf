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
import { text } from "@/console/text/filesystems";

import { FilesystemRow } from "./filesystem-row";

const NewFilesystem = lazyWithRetry(() =>
  import("./new-filesystem").then((all) => all.NewFilesystem),
);

// Each row loads its own usage and webhooks.
const PAGE_SIZE = 50;

/** The filesystems of the organisation, each with its usage and the health of its webhooks. */
export function Filesystems() {
  const { id: orgId, canWrite } = useOrganisation();
  const { data, error } = useQuery(filesystemsQuery(orgId));
  const [action, setAction] = useSearchText("do");
  const [shown, setShown] = useState(PAGE_SIZE);
  const [search, setSearch] = useSearchText("q");
  const matching = data?.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  const create = canWrite && (
    <Button onClick={() => setAction("new")}>
      <Plus aria-hidden /> {text.new}
    </Button>
  );
  return (
    <Page
      title={text.title}
      description={text.description}
      actions={data?.length === 0 ? undefined : create}
    >
      <Failure error={error} />
      {data === undefined && !error && <Skeleton className="h-40" />}
      {data?.length === 0 && (
        <Empty title={text.none}>
          <p className="text-muted">{text.noneHint}</p>
          {canWrite && <Command>npm run -s tidemark -- fs create first</Command>}
          {create}
        </Empty>
      )}
      {data !== undefined && data.length > 0 && (
        <>
          <SearchInput
            label={text.searchByName}
            placeholder={text.searchByName}
            className="max-w-sm"
            value={search}
            onChange={setSearch}
          />
          <ul className="border-line bg-sheet rounded-card divide-line divide-y border">
            {matching?.length === 0 && (
              <li className="text-muted px-5 py-4">{text.noMatch(search)}</li>
            )}
            {matching?.slice(0, shown).map((filesystem) => (
              <FilesystemRow key={filesystem.id} filesystem={filesystem} />
            ))}
          </ul>
          {matching !== undefined && matching.length > shown && (
            <Button variant="secondary" onClick={() => setShown(shown + PAGE_SIZE)}>
              {text.showMore(shown, matching.length)}
            </Button>
          )}
        </>
      )}
      {canWrite && action === "new" && <NewFilesystem onClose={() => setAction("")} />}
    </Page>
  );
}
