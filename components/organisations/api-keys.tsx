"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";

import { Failure } from "@/components/forms/failure";
import { NotAllowed } from "@/components/layout/not-allowed";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { useSearchText } from "@/components/layout/use-address";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Empty } from "@/components/ui/empty";
import { lazyWithRetry, whenNear } from "@/components/ui/lazy-with-retry";
import { SearchInput } from "@/components/ui/search-input";
import { Skeleton } from "@/components/ui/skeleton";
import { SortedList } from "@/components/ui/sorted-list";
import { apiKeysQuery } from "@/console/queries/api-keys";
import { readOrder } from "@/console/state/order";
import { arrangeKeys, BY_NAME, COLUMNS } from "@/console/state/sort-keys";
import { text } from "@/console/text/api-keys";

import { ApiKeyRow, COLUMN_WIDTHS } from "./api-key-row";

const AllKeyRequests = lazyWithRetry(
  () => import("./all-key-requests").then((all) => all.AllKeyRequests),
  <Skeleton className="h-80" />,
);
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
          <Button id="new-key" onClick={() => setAction("new")} {...whenNear(NewApiKey, Dialog)}>
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
  if (data === undefined) return error ? <Failure error={error} /> : <Skeleton className="h-32" />;
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
        placeholder={text.search}
        className="max-w-sm"
        value={search}
        onChange={setSearch}
      />
      <SortedList
        label={text.title}
        columns={COLUMNS}
        names={text.columns}
        order={readOrder(sort, COLUMNS, BY_NAME)}
        initial={BY_NAME}
        onSort={setSort}
        widths={COLUMN_WIDTHS}
      >
        {shown.length === 0 && <li className="text-muted px-5 py-4">{text.noMatch(search)}</li>}
        {shown.map((key) => (
          <ApiKeyRow key={key.id} apiKey={key} />
        ))}
      </SortedList>
      {data.some((key) => key.last_used_at !== null) && <AllKeyRequests keys={data} />}
    </>
  );
}
