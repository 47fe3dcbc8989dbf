"use client";

import type { ReactNode } from "react";

import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { formatHook } from "@/components/ui/use-format";
import { type DeliveryFilters, STATUSES, TYPES } from "@/console/queries/delivery-filters";
import { WINDOWS } from "@/console/queries/webhooks";
import { text } from "@/console/text/deliveries";

const useFormat = formatHook({
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

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
  /** Whether one of the further filters is set. */
  isScoped?: boolean;
  onChange: (values: Record<string, string>) => void;
  /** Shown to the right. */
  children?: ReactNode;
};

/** The filters of a log of deliveries. */
export function DeliveryFilters({
  filters,
  codes,
  scope,
  isScoped = false,
  onChange,
  children,
}: Props) {
  const { code = "" } = filters;
  const format = useFormat();
  const codeOptions = code === "" || codes.includes(code) ? codes : [code, ...codes];
  const choices: [
    Exclude<keyof DeliveryFilters, "attempted">,
    any: string,
    (readonly [string, string?])[],
  ][] = [
    ["status", text.anyStatus, STATUSES.map((value) => [value, text.statuses[value]])],
    ["code", text.anyCode, codeOptions.map((value) => [value])],
    ["type", text.anyType, TYPES.map((value) => [value])],
    ["within", text.anyTime, WINDOWS.map((value) => [value, text.last(text.windows[value])])],
  ];
  return (
    <div className="border-line flex flex-wrap items-center gap-2 border-b px-5 py-3">
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
      {filters.attempted !== undefined && (
        <span className="text-muted text-sm" suppressHydrationWarning>
          {text.attempted(
            filters.attempted.split("/").map((time) => format.format(new Date(time))),
          )}
        </span>
      )}
      {(isScoped || Object.values(filters).some(Boolean)) && (
        <Button variant="secondary" size="sm" onClick={() => onChange(NONE)}>
          {text.clear}
        </Button>
      )}
      {children}
    </div>
  );
}
