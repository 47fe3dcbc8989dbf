"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";

import { Failure } from "@/components/forms/failure";
import { NotAllowed } from "@/components/layout/not-allowed";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { useSearchText } from "@/components/layout/use-address";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { SearchInput } from "@/components/ui/search-input";
import { Skeleton } from "@/components/ui/skeleton";
import { SortHead } from "@/components/ui/sort-head";
import { apiKeysQuery } from "@/console/queries/api-keys";
import { readOrder } from "@/console/state/order";
import { arrangeKeys, BY_NAME, COLUMNS } from "@/console/state/sort-keys";
import { text } from "@/console/text/api-keys";

import { ApiKeyRow, COLUMN_WIDTHS } from "./api-key-row";

const NewApiKey = lazyWithRetry(() => import("./new-api-key").then((all) => all.NewApiKey));

/** The API keys of the organisation. */
export function ApiKeys() {
  const { isAdmin } = useOrganisation();
  const [action, setAction] = useSearchText("do");
  return (
    <Page
      title={text.title}
      description={text.description}
      actions={
        isAdmin && (
          <Button onClick={() => setAction("new")}>
            <Plus aria-hidden /> {text.new}
          </Button>
        )
      }
    >
      {isAdmin ? <List /> : <NotAllowed what={text.notAllowed} />}
      {isAdmin && action === "new" && <NewApiKey onClose={() => setAction("")} />}
    </Page>
  );
}

function List() {
  const { id: orgId } = useOrganisation();
  const { data, error } = useQuery(apiKeysQuery(orgId));
  const [search, setSearch] = useSearchText("q");
  const [sort, setSort] = useSearchText("sort");
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Skeleton className="h-32" />;
  if (data.length === 0)
    return (
      <Empty title={text.none}>
        <p className="text-muted">{text.noneHint}</p>
      </Empty>
    );
  const shown = arrangeKeys(data, search, sort);
  return (
    <>
      <SearchInput
        label={text.search}
        placeholder={text.searchPlaceholder}
        className="max-w-sm"
        value={search}
        onChange={setSearch}
      />
      <div className="border-line bg-sheet rounded-card border">
        <div className="border-line text-muted flex h-10 items-center gap-4 border-b px-5 text-sm pointer-coarse:h-12">
          <div className={`flex flex-1 gap-x-6 ${COLUMN_WIDTHS}`}>
            {COLUMNS.map((column) => (
              <SortHead
                key={column}
                column={column}
                name={text.columns[column]}
                order={readOrder(sort, COLUMNS, BY_NAME)}
                initial={BY_NAME}
                onSort={setSort}
              />
            ))}
          </div>
          <span className="w-7 shrink-0 pointer-coarse:w-10" />
        </div>
        <ul aria-label={text.title} className="divide-line divide-y">
          {shown.length === 0 && <li className="text-muted px-5 py-4">{text.noMatch(search)}</li>}
          {shown.map((key) => (
            <ApiKeyRow key={key.id} apiKey={key} />
          ))}
        </ul>
      </div>
    </>
  );
}
