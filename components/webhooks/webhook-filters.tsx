"use client";

import { SearchInput } from "@/components/ui/search-input";
import type { narrowWebhooks, WebhookFilters as Filters } from "@/console/state/webhook-filters";
import { text } from "@/console/text/webhook-list";
import { text as shared } from "@/console/text/webhooks";

type Props = Pick<ReturnType<typeof narrowWebhooks>, "counts" | "found"> & {
  filters: Filters;
  onChange: (values: { q?: string; status?: string | undefined }) => void;
};

/** The filters of the list with the number of webhooks for each status; the URL keeps them. */
export function WebhookFilters({ filters, counts, found, onChange }: Props) {
  const options = [{ kind: undefined, count: found }, ...counts];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <SearchInput
        label={text.search}
        placeholder={text.searchPlaceholder}
        value={filters.text}
        onChange={(query) => onChange({ q: query })}
        className="w-full sm:w-56"
      />
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">{text.status}</legend>
        {options.map(({ kind, count }) => (
          <button
            key={kind ?? "all"}
            type="button"
            aria-pressed={filters.kind === kind}
            onClick={() => onChange({ status: kind })}
            className="text-muted hover:text-ink aria-pressed:bg-tide-soft aria-pressed:text-tide rounded-control px-2 py-0.5 text-sm font-medium"
          >
            {kind === undefined ? text.all : shared.statuses[kind]}{" "}
            <span className="font-normal tabular-nums">{count}</span>
          </button>
        ))}
      </fieldset>
    </div>
  );
}
