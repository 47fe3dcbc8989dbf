"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { useOrganisation } from "@/components/layout/organisation";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FilterFold } from "@/components/ui/filter-fold";
import { Select } from "@/components/ui/select";
import { apiKeysQuery } from "@/console/queries/api-keys";
import { type AuditFilters, filtersOf } from "@/console/queries/audit";
import { namedFilesystemsQuery } from "@/console/queries/filesystems";
import { membersQuery } from "@/console/queries/members";
import { text } from "@/console/text/audit";
import { AUDIT_ACTIONS } from "@/console/text/audit-actions";

type Group = { name: string; options: readonly { value: string; name: string }[] };
type Props = { filters: AuditFilters; onChange: (filters: AuditFilters) => void };

const ACTIONS: readonly Group[] = Object.entries(AUDIT_ACTIONS).map(([name, actions]) => ({
  name,
  options: Object.entries(actions).map(([value, action]) => ({ value, name: action.name })),
}));

/** Filters the log; the filters are kept in the URL. */
export function AuditFilterForm({ filters, onChange }: Props) {
  const { members, keys, filesystems } = useGroups();
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
          groups={[members, keys, { name: text.others, options: OTHERS }]}
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
          groups={[filesystems, keys, members]}
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

const optionsOf = (all: readonly { id: string; name: string }[]) =>
  all.map(({ id: value, name }) => ({ value, name }));

const OTHERS = [
  { value: "shell", name: text.operator },
  { value: "service", name: text.service },
];

function useGroups() {
  const { id: orgId } = useOrganisation();
  const { data: members = [] } = useQuery(membersQuery(orgId));
  const { data: keys = [] } = useQuery(apiKeysQuery(orgId));
  const { data: filesystems = [] } = useQuery(namedFilesystemsQuery(orgId));
  return {
    members: {
      name: text.members,
      options: members.map(({ user_id: value, name }) => ({ value, name })),
    },
    keys: { name: text.apiKeys, options: optionsOf(keys) },
    filesystems: { name: text.filesystems, options: optionsOf(filesystems) },
  };
}

type ChoiceProps = {
  label: string;
  any: string;
  value: string | undefined;
  groups: readonly Group[];
  onChoose: (value: string) => void;
};

function Choice({ label, any, value = "", groups, onChoose }: ChoiceProps) {
  const isListed = groups.some(({ options }) => options.some((option) => option.value === value));
  return (
    <Select
      label={label}
      value={value}
      onChange={(event) => onChoose(event.target.value)}
      className="w-full sm:w-44"
    >
      <option value="">{any}</option>
      {value !== "" && !isListed && <option value={value}>{value}</option>}
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
