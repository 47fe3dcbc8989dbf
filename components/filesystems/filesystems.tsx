"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { use, useState } from "react";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { useSearchText } from "@/components/layout/use-address";
import { Command } from "@/components/service/command";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Empty } from "@/components/ui/empty";
import { InstallCli } from "@/components/ui/install-cli";
import { lazyWithRetry, whenNear } from "@/components/ui/lazy-with-retry";
import { Facts } from "@/components/ui/page-facts";
import { SearchInput } from "@/components/ui/search-input";
import { Skeleton } from "@/components/ui/skeleton";
import { SortedList } from "@/components/ui/sorted-list";
import { filesystemSummaryQuery } from "@/console/queries/filesystem-summary";
import { type Filesystem, filesystemsQuery } from "@/console/queries/filesystems";
import { namesakesOf } from "@/console/state/namesakes";
import {
  BY_NAME,
  COLUMNS,
  readFilesystemOrder,
  sortFilesystems,
  type Summaries,
} from "@/console/state/sort-filesystems";
import { cliCommand } from "@/console/text/cli-command";
import { text } from "@/console/text/filesystems";

import { COLUMN_WIDTHS, FilesystemRow } from "./filesystem-row";

const NewFilesystem = lazyWithRetry(() =>
  import("./new-filesystem").then((all) => all.NewFilesystem),
);

// Each row loads its own usage and webhooks.
const PAGE_SIZE = 50;

/** The filesystems of the organisation, each with its usage and the health of its webhooks. */
export function Filesystems() {
  const { id: orgId, canWrite } = useOrganisation();
  const { data, error } = useQuery(filesystemsQuery(orgId));
  const router = useRouter();
  const [action, setAction] = useSearchText("do");
  const [shown, setShown] = useState(PAGE_SIZE);
  const [search, setSearch] = useSearchText("q");
  const [sort, setSort] = useSearchText("sort");
  const matching = data?.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  // What each row loads by itself is what they are sorted by.
  const canCompare = matching !== undefined && matching.length <= PAGE_SIZE;
  const order = readFilesystemOrder(canCompare ? sort : sort.replace(/size|health/, ""));
  const summaries = useSummaries(orgId, order.by === "name" ? [] : (matching ?? []));
  const marks = namesakesOf(data ?? []);
  const sorted = matching && sortFilesystems(matching, order, summaries);
  const create = canWrite && (
    <Button onClick={() => setAction("new")} {...whenNear(NewFilesystem, Dialog)}>
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
          {create}
          {canWrite && (
            <>
              <p className="text-muted">{text.orCommand}</p>
              <Command>{cliCommand(use(Facts).origin, "fs create first")}</Command>
              <InstallCli />
            </>
          )}
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
          <SortedList
            label={text.title}
            columns={COLUMNS}
            names={text.columns}
            order={order}
            initial={BY_NAME}
            onSort={setSort}
            canSort={(column) => canCompare || column === "name"}
            widths={COLUMN_WIDTHS}
          >
            {matching?.length === 0 && (
              <li className="text-muted px-5 py-4">{text.noMatch(search)}</li>
            )}
            {sorted?.slice(0, shown).map((filesystem) => (
              <FilesystemRow
                key={filesystem.id}
                filesystem={filesystem}
                mark={marks.get(filesystem.id)}
              />
            ))}
          </SortedList>
          {matching !== undefined && matching.length > shown && (
            <Button variant="secondary" onClick={() => setShown(shown + PAGE_SIZE)}>
              {text.showMore(shown, matching.length)}
            </Button>
          )}
        </>
      )}
      {canWrite && action === "new" && (
        <NewFilesystem
          onCreated={(id) => {
            setAction("");
            router.push(`/o/${orgId}/filesystems/${id}/files`);
          }}
          onClose={() => setAction("")}
        />
      )}
    </Page>
  );
}

/** The summaries of filesystems, by their ids, as far as they are loaded. */
function useSummaries(orgId: string, filesystems: readonly Filesystem[]): Summaries {
  const all = useQueries({
    queries: filesystems.map(({ id }) => filesystemSummaryQuery(orgId, id)),
  });
  return new Map(
    filesystems.flatMap(({ id }, i) => {
      const data = all[i]?.data;
      return data === undefined ? [] : [[id, data] as const];
    }),
  );
}
