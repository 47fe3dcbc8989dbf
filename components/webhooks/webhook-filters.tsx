"use client";

import { SearchInput } from "@/components/ui/search-input";
import type { narrowWebhooks, WebhookFilters as Filters } from "@/console/state/webhook-filters";
import type { WebhookStatus } from "@/console/state/webhook-status";

const NAMES: Record<WebhookStatus["kind"], string> = {
  active: "Active",
  retrying: "Retrying",
  failing: "Failing",
  disabled: "Disabled",
};

type Props = Pick<ReturnType<typeof narrowWebhooks>, "counts" | "found"> & {
  filters: Filters;
  onChange: (values: { q?: string; status?: string | undefined }) => void;
};

/** What the list is narrowed to, with how many stand each way; the address holds it. */
export function WebhookFilters({ filters, counts, found, onChange }: Props) {
  const choices = [{ kind: undefined, count: found }, ...counts];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <SearchInput
        label="Search by URL or path"
        placeholder="URL or path"
        value={filters.text}
        onChange={(text) => onChange({ q: text })}
        className="w-full sm:w-56"
      />
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">Status</legend>
        {choices.map(({ kind, count }) => (
          <button
            key={kind ?? "all"}
            type="button"
            aria-pressed={filters.kind === kind}
            onClick={() => onChange({ status: kind })}
            className="text-muted hover:text-ink aria-pressed:bg-tide-soft aria-pressed:text-tide rounded-control px-2 py-0.5 text-sm font-medium"
          >
            {kind === undefined ? "All" : NAMES[kind]}{" "}
            <span className="font-normal tabular-nums">{count}</span>
          </button>
        ))}
      </fieldset>
    </div>
  );
}
