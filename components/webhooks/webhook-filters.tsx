"use client";

import { SearchInput } from "@/components/ui/search-input";
import type { narrowWebhooks, WebhookFilters as Filters } from "@/console/state/webhook-filters";
import { text } from "@/console/text/webhook-list";

import { StatusButtons } from "./status-buttons";

type Props = Pick<ReturnType<typeof narrowWebhooks>, "counts" | "found"> & {
  filters: Filters;
  onChange: (values: { q?: string; status?: string | undefined }) => void;
};

/** The filters of the list with the number of webhooks for each status; the URL keeps them. */
export function WebhookFilters({ filters, counts, found, onChange }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <SearchInput
        label={text.search}
        placeholder={text.search}
        value={filters.text}
        onChange={(query) => onChange({ q: query })}
        className="w-full sm:w-72"
      />
      <StatusButtons
        options={[{ kind: undefined, count: found }, ...counts]}
        chosen={filters.kind}
        onChoose={(status) => onChange({ status })}
      />
    </div>
  );
}
