import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { text } from "@/console/text/ui";

/** An infinite query. */
export type Pages = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: Error | null;
  fetchNextPage: () => Promise<unknown>;
};

type Props = {
  list: Pages;
  label?: string;
  className?: string;
};

/** Loads the next page of a list, and says why that failed; nothing where the list ends. */
export function LoadMore({ list, label = text.loadMore, className }: Props) {
  if (!list.hasNextPage) return null;
  return (
    <div className={cn("flex flex-col items-center gap-2", className)}>
      {list.isFetchNextPageError && <Failure error={list.error} />}
      <Button
        variant="secondary"
        size="sm"
        aria-disabled={list.isFetchingNextPage}
        onClick={() => !list.isFetchingNextPage && void list.fetchNextPage()}
      >
        {list.isFetchingNextPage ? text.loading : label}
      </Button>
    </div>
  );
}
