"use client";

import type { SubmitEvent } from "react";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FilterFold } from "@/components/ui/filter-fold";
import { Select } from "@/components/ui/select";
import { Submit } from "@/components/ui/submit";
import { AGES, STATES, type SupportFilters } from "@/console/queries/support";
import { text } from "@/console/text/support";
import { text as webhooks } from "@/console/text/webhooks";

type Props = {
  filters: SupportFilters;
  onChange: (values: Record<string, string | undefined>) => void;
};

const FIELDS = [
  { name: "host", label: text.host, placeholder: "hooks.example.com" },
  { name: "code", label: text.code, placeholder: "timeout" },
  { name: "organisation", label: text.organisation, placeholder: text.organisationExample },
] as const;

/** The filters of the list, kept in the page's URL. */
export function FailureFilters({ filters, onChange }: Props) {
  const apply = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const values = FIELDS.map(({ name }): [string, string | undefined] => {
      const value = fields.get(name);
      return [name, typeof value === "string" ? value.trim() : undefined];
    });
    onChange(Object.fromEntries(values));
  };
  const set = Object.values(filters).filter(Boolean).length;
  return (
    <form
      // A filter chosen elsewhere on the page resets the fields.
      key={JSON.stringify(filters)}
      onSubmit={apply}
      className="border-line grid gap-3 border-b px-5 py-4 sm:grid-cols-4 lg:grid-cols-[1fr_1fr_1fr_auto_auto_auto_auto] lg:items-end"
    >
      <FilterFold count={set} className="grid gap-3">
        {FIELDS.map(({ name, label, placeholder }) => (
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
          label={text.state}
          value={filters.state ?? ""}
          onChange={(event) => onChange({ state: event.target.value })}
        >
          <option value="">{text.anyState}</option>
          {STATES.map((state) => (
            <option key={state} value={state}>
              {webhooks.statuses[state]}
            </option>
          ))}
        </Select>
        <Select
          label={text.age}
          value={filters.age ?? ""}
          onChange={(event) => onChange({ age: event.target.value })}
        >
          <option value="">{text.anyAge}</option>
          {AGES.map((age) => (
            <option key={age} value={age}>
              {text.ages[age]}
            </option>
          ))}
        </Select>
        <Submit variant="secondary">{text.apply}</Submit>
        <Button
          variant="secondary"
          disabled={set === 0}
          onClick={() =>
            onChange({
              host: undefined,
              code: undefined,
              organisation: undefined,
              state: undefined,
              age: undefined,
            })
          }
        >
          {text.clear}
        </Button>
      </FilterFold>
    </form>
  );
}
