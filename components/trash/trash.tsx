"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { LoadMore } from "@/components/layout/load-more";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toasts";
import { purgeItems, trashQuery, type TrashItem } from "@/console/queries/trash";
import { trashText as text } from "@/console/text/trash";

import { KeepDeletions } from "./keep-deletions";
import { TrashList } from "./trash-list";
import { useRestore } from "./use-restore";

const Confirm = lazyWithRetry(() =>
  import("@/components/forms/confirm").then((all) => all.Confirm),
);
const EmptyTrash = lazyWithRetry(() => import("./empty-trash").then((all) => all.EmptyTrash));
const RestoreTo = lazyWithRetry(() => import("./restore-to").then((all) => all.RestoreTo));

/** What was deleted from a filesystem, to restore or to delete permanently. */
export function Trash({ fsId }: { fsId: string }) {
  const { id: orgId, canWrite } = useOrganisation();
  const params = { org_id: orgId, fs_id: fsId };
  const list = useInfiniteQuery(trashQuery(params));
  const items = list.data?.pages.flat();
  const restore = useRestore(params);
  const [purging, setPurging] = useState<readonly TrashItem[] | "all" | null>(null);
  const close = () => setPurging(null);
  const purged = (said: string) => {
    toast(said);
    close();
    void restore.reload();
  };
  const isFilled = items !== undefined && items.length > 0;
  const empty = (
    <Button variant="danger" className="max-sm:order-last" onClick={() => setPurging("all")}>
      {text.empty}
    </Button>
  );
  return (
    <Page
      title={text.title}
      isTab
      description={text.description}
      actions={isFilled && canWrite ? empty : undefined}
    >
      <KeepDeletions fsId={fsId} />
      <Failure
        error={(list.isFetchNextPageError ? null : list.error) ?? restore.error}
        messages={text.errors}
      />
      {items === undefined && !list.error && <Skeleton className="h-32" />}
      {items?.length === 0 && (
        <Empty title={text.none}>
          <p className="text-muted">{text.noneHint}</p>
          <Button variant="secondary" asChild>
            <Link href={`/o/${orgId}/filesystems/${fsId}/files`}>{text.toFiles}</Link>
          </Button>
        </Empty>
      )}
      {isFilled && (
        <TrashList
          fsId={fsId}
          items={items}
          isComplete={!list.hasNextPage}
          onMore={
            list.hasNextPage && !list.isFetching && !list.error
              ? () => void list.fetchNextPage()
              : null
          }
          onRestore={restore.restore}
          onPurge={setPurging}
        />
      )}
      <LoadMore list={list} />
      {restore.taken !== null && (
        <RestoreTo
          key={restore.taken.id}
          params={params}
          item={restore.taken}
          onClose={restore.next}
        />
      )}
      {purging === "all" && <EmptyTrash params={params} onDone={purged} onClose={close} />}
      {purging !== null && purging !== "all" && (
        <Confirm
          title={text.purgeTitle(purging)}
          description={text.final}
          action={text.purge}
          run={() =>
            purgeItems(
              params,
              purging.map(({ id }) => id),
            )
          }
          onDone={() => purged(text.purged(purging.length))}
          onClose={close}
        />
      )}
    </Page>
  );
}
