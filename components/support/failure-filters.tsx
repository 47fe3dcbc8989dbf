"use client";

import type { SubmitEvent } from "react";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Submit } from "@/components/ui/submit";
import { AGE_NAMES, type SupportFilters } from "@/console/queries/support";

type Props = {
  filters: SupportFilters;
  onChange: (values: Record<string, string | undefined>) => void;
};

const NAMES = [
  { name: "host", label: "Host", placeholder: "hooks.example.com" },
  { name: "code", label: "Code", placeholder: "timeout" },
  { name: "org_id", label: "Organisation", placeholder: "org_…" },
] as const;

/** What the list is narrowed to; the address holds it. */
export function FailureFilters({ filters, onChange }: Props) {
  const apply = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const values = NAMES.map(({ name }): [string, string | undefined] => {
      const value = fields.get(name);
      return [name, typeof value === "string" ? value.trim() : undefined];
    });
    onChange(Object.fromEntries(values));
  };
  const isAny = Object.values(filters).some(Boolean);
  return (
    <form
      // What was chosen elsewhere on the page fills the fields anew.
      key={JSON.stringify(filters)}
      onSubmit={apply}
      className="border-line grid gap-3 border-b px-5 py-4 sm:grid-cols-4 lg:grid-cols-[1fr_1fr_1fr_auto_auto_auto_auto] lg:items-end"
    >
      {NAMES.map(({ name, label, placeholder }) => (
        <Field
          key={name}
          name={name}
          label={label}
          placeholder={placeholder}
          defaultValue={filters[name] ?? ""}
          spellCheck={false}
          autoCapitalize="none"
        />
      ))}
      <Select
        label="State"
        value={filters.state ?? ""}
        onChange={(event) => onChange({ state: event.target.value })}
      >
        <option value="">Any</option>
        <option value="active">Active</option>
        <option value="disabled">Disabled</option>
      </Select>
      <Select
        label="Failing for"
        value={filters.age ?? ""}
        onChange={(event) => onChange({ age: event.target.value })}
      >
        <option value="">Any time</option>
        {Object.entries(AGE_NAMES).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </Select>
      <Submit variant="secondary">Apply</Submit>
      <Button
        variant="secondary"
        disabled={!isAny}
        onClick={() =>
          onChange({
            host: undefined,
            code: undefined,
            org_id: undefined,
            state: undefined,
            age: undefined,
          })
        }
      >
        Clear
      </Button>
    </form>
  );
}
