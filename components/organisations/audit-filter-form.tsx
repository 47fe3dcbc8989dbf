"use client";

import type { SubmitEvent } from "react";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Submit } from "@/components/ui/submit";
import { type AuditFilters, filtersOf } from "@/console/queries/audit";
import { text } from "@/console/text/audit";

const TEXT_FILTERS = [
  { name: "actor", label: text.actor, placeholder: text.actorExample },
  { name: "action", label: text.action, placeholder: text.actionExample },
  { name: "target", label: text.target, placeholder: text.targetExample },
] as const;
const DATE_FILTERS = [
  { name: "since", label: text.from },
  { name: "until", label: text.to },
] as const;

type Props = { filters: AuditFilters; onChange: (filters: AuditFilters) => void };

/** Filters the log; the filters are kept in the URL. */
export function AuditFilterForm({ filters, onChange }: Props) {
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [
      name,
      typeof value === "string" ? value : "",
    ]);
    onChange(filtersOf(new URLSearchParams(fields)));
  };
  return (
    <form
      onSubmit={send}
      aria-label={text.filters}
      className="grid grid-cols-2 items-end gap-3 md:grid-cols-[1fr_1fr_1fr_auto_auto_auto]"
    >
      {TEXT_FILTERS.map(({ name, label, placeholder }) => (
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
      {DATE_FILTERS.map(({ name, label }) => (
        <Field key={name} label={label} name={name} type="date" defaultValue={filters[name]} />
      ))}
      <div className="flex gap-2">
        <Submit variant="secondary">{text.filter}</Submit>
        {Object.keys(filters).length > 0 && (
          <Button variant="secondary" onClick={() => onChange({})}>
            {text.clear}
          </Button>
        )}
      </div>
    </form>
  );
}
