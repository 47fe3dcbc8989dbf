"use client";

import type { ReactNode } from "react";

import { Button } from "@/components/ui/button";
import { FilterFold } from "@/components/ui/filter-fold";
import { Select } from "@/components/ui/select";
import { useMoment } from "@/components/ui/use-moment";
import { type DeliveryFilters, STATUSES, TYPES } from "@/console/queries/delivery-filters";
import { WINDOWS } from "@/console/queries/webhooks";
import { text } from "@/console/text/deliveries";

const NONE = {
  status: "",
  code: "",
  type: "",
  within: "",
  attempted: "",
  filesystem: "",
  webhook: "",
};

type Props = {
  filters: DeliveryFilters;
  /** The codes to choose from: those of recent attempts. */
  codes: readonly string[];
  /** Further filters: before the others. */
  scope?: ReactNode;
  /** How many of the further filters are set. */
  scopes?: number;
  onChange: (values: Record<string, string>) => void;
  /** Shown to the right. */
  children?: ReactNode;
};

/** The filters of a log of deliveries. */
export function DeliveryFilters({ filters, codes, scope, scopes = 0, onChange, children }: Props) {
  const { code = "" } = filters;
  const format = useMoment();
  const codeOptions = code === "" || codes.includes(code) ? codes : [code, ...codes];
  const choices: [
    Exclude<keyof DeliveryFilters, "attempted">,
    any: string,
    (readonly [string, string?])[],
  ][] = [
    ["status", text.anyStatus, STATUSES.map((value) => [value, nameOf(value)])],
    ["code", text.anyCode, codeOptions.map((value) => [value])],
    ["type", text.anyType, TYPES.map((value) => [value])],
    ["within", text.anyTime, WINDOWS.map((value) => [value, text.last(text.windows[value])])],
  ];
  return (
    <div className="border-line flex flex-wrap items-center gap-2 border-b px-5 py-3">
      <FilterFold
        count={Object.values(filters).filter(Boolean).length + scopes}
        className="flex w-full flex-wrap gap-2"
      >
        {scope}
        {choices.map(([name, any, options]) => (
          <Select
            key={name}
            quiet
            label={text[name]}
            value={filters[name] ?? ""}
            onChange={(event) => onChange({ [name]: event.target.value })}
          >
            <option value="">{any}</option>
            {options.map(([value, label = value]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        ))}
      </FilterFold>
      {filters.attempted !== undefined && (
        <span className="text-muted text-sm" suppressHydrationWarning>
          {text.attempted(
            filters.attempted.split("/").map((time) => format.format(new Date(time))),
          )}
        </span>
      )}
      {(scopes > 0 || Object.values(filters).some(Boolean)) && (
        <Button variant="secondary" size="sm" onClick={() => onChange(NONE)}>
          {text.clear}
        </Button>
      )}
      {children}
    </div>
  );
}

const nameOf = (status: (typeof STATUSES)[number]) =>
  status === "waiting" ? text.waitingOrRetrying : text.statuses[status];
