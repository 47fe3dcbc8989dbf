"use client";

import { useEffect, useRef, useState } from "react";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FilterFold } from "@/components/ui/filter-fold";
import { Select } from "@/components/ui/select";
import { type AuditEntry, type AuditFilters, filtersOf } from "@/console/queries/audit";
import { nameInEvents } from "@/console/state/audit-names";
import { text } from "@/console/text/audit";
import { AUDIT_ACTIONS } from "@/console/text/audit-actions";

import { type Group, isListed, useAuditChoices } from "./use-audit-choices";

type Props = {
  filters: AuditFilters;
  /** The events in sight, which name what is chosen and not among the choices. */
  entries: readonly AuditEntry[];
  onChange: (filters: AuditFilters) => void;
};

const ACTIONS: readonly Group[] = Object.entries(AUDIT_ACTIONS).map(([name, actions]) => ({
  name,
  options: Object.entries(actions).map(([value, action]) => ({ value, name: action.name })),
}));

/** Filters the log; the filters are kept in the URL. */
export function AuditFilterForm({ filters, entries, onChange }: Props) {
  // What is gone is looked up once someone turns to the filters.
  const [isUsed, setUsed] = useState(false);
  const use = () => setUsed(true);
  const { actors, targets } = useAuditChoices(filters, isUsed);
  const choose = (name: keyof AuditFilters) => (value: string) =>
    onChange(filtersOf(new URLSearchParams({ ...filters, [name]: value })));
  const set = Object.keys(filters).length;
  return (
    <fieldset aria-label={text.filters} className="flex flex-wrap items-end gap-3">
      <FilterFold count={set} className="grid w-full grid-cols-2 items-end gap-3">
        <Choice
          label={text.actor}
          any={text.anyActor}
          value={filters.actor}
          onChoose={choose("actor")}
          groups={actors}
          onUse={use}
          nameOf={(id) => nameInEvents(entries, "actor", id)}
        />
        <Choice
          label={text.action}
          any={text.anyAction}
          value={filters.action}
          onChoose={choose("action")}
          groups={ACTIONS}
        />
        <Choice
          label={text.target}
          any={text.anyTarget}
          value={filters.target}
          onChoose={choose("target")}
          groups={targets}
          onUse={use}
          nameOf={(id) => nameInEvents(entries, "target", id)}
        />
        <Day label={text.from} value={filters.since} onChoose={choose("since")} />
        <Day label={text.to} value={filters.until} onChoose={choose("until")} />
        {set > 0 && (
          <Button variant="secondary" onClick={() => onChange({})}>
            {text.clear}
          </Button>
        )}
      </FilterFold>
    </fieldset>
  );
}

type ChoiceProps = {
  label: string;
  any: string;
  value: string | undefined;
  groups: readonly Group[];
  /** What a value is called that is in no group. */
  nameOf?: (value: string) => string | undefined;
  onUse?: () => void;
  onChoose: (value: string) => void;
};

function Choice({ label, any, value = "", groups, nameOf, onUse, onChoose }: ChoiceProps) {
  return (
    <Select
      label={label}
      value={value}
      onChange={(event) => onChoose(event.target.value)}
      onFocus={onUse}
      onPointerEnter={onUse}
      className="w-full sm:w-44"
    >
      <option value="">{any}</option>
      {!isListed(groups, value) && <option value={value}>{nameOf?.(value) ?? value}</option>}
      {groups.map(({ name, options }) => (
        <optgroup key={name} label={name}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.name}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  );
}

type DayProps = { label: string; value: string | undefined; onChoose: (value: string) => void };

// A year that is being typed is a date, too.
const isTyped = (date: string) => /^[12]\d{3}-/.test(date);

function Day({ label, value = "", onChoose }: DayProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current !== null) field.current.value = value;
  }, [value]);
  return (
    <Field
      ref={field}
      label={label}
      type="date"
      defaultValue={value}
      onChange={({ target }) => isTyped(target.value) && onChoose(target.value)}
      // While a part of it is typed again a date is empty, too.
      onBlur={({ target }) => target.value === "" && value !== "" && onChoose("")}
    />
  );
}
