"use client";

import type { SubmitEvent } from "react";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Submit } from "@/components/ui/submit";
import { type AuditFilters, filtersOf } from "@/console/queries/audit";

const TEXTS = [
  { name: "actor", label: "Actor", placeholder: "user_…, key_… or shell" },
  { name: "action", label: "Action", placeholder: "api_key.created" },
  { name: "target", label: "Target", placeholder: "fs_…, wh_…" },
] as const;
const DAYS = [
  { name: "since", label: "From" },
  { name: "until", label: "To" },
] as const;

type Props = { filters: AuditFilters; onChange: (filters: AuditFilters) => void };

/** Narrows the log; what is chosen stands in the address of the page. */
export function AuditFilterForm({ filters, onChange }: Props) {
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = [...new FormData(event.currentTarget)].map(([name, value]) => [
      name,
      typeof value === "string" ? value : "",
    ]);
    onChange(filtersOf(new URLSearchParams(given)));
  };
  return (
    <form
      onSubmit={send}
      aria-label="Filters"
      className="grid grid-cols-2 items-end gap-3 md:grid-cols-[1fr_1fr_1fr_auto_auto_auto]"
    >
      {TEXTS.map(({ name, label, placeholder }) => (
        <Field
          key={name}
          label={label}
          name={name}
          placeholder={placeholder}
          defaultValue={filters[name]}
          maxLength={200}
          autoComplete="off"
        />
      ))}
      {DAYS.map(({ name, label }) => (
        <Field key={name} label={label} name={name} type="date" defaultValue={filters[name]} />
      ))}
      <div className="flex gap-2">
        <Submit variant="secondary">Filter</Submit>
        {Object.keys(filters).length > 0 && (
          <Button variant="secondary" onClick={() => onChange({})}>
            Clear
          </Button>
        )}
      </div>
    </form>
  );
}
