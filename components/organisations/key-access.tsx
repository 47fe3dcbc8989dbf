"use client";

import { useQuery } from "@tanstack/react-query";

import { useOrganisation } from "@/components/layout/organisation";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { namedFilesystemsQuery } from "@/console/queries/filesystems";
import { text as modeText } from "@/console/text/access";
import { newApiKeyText as text } from "@/console/text/api-keys";

type Props = {
  modes: ReadonlyMap<string, "ro" | "rw">;
  /** Whether the key may create filesystems, which it reaches then. */
  creates: boolean;
  onChange: (modes: ReadonlyMap<string, "ro" | "rw">) => void;
};

/** Which filesystems a new key reaches, each in a mode. */
export function KeyAccess({ modes, creates, onChange }: Props) {
  const { id: orgId } = useOrganisation();
  const { data } = useQuery(namedFilesystemsQuery(orgId));
  const set = (id: string, mode: string) => {
    const next = new Map(modes);
    if (mode === "ro" || mode === "rw") next.set(id, mode);
    else next.delete(id);
    onChange(next);
  };
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="mb-1.5 text-sm font-medium">{text.filesystems}</legend>
      {data === undefined && <Skeleton className="h-9" />}
      {data?.length === 0 && <p className="text-muted text-sm">{text.noFilesystems}</p>}
      {data !== undefined && data.length > 0 && (
        <ul className="border-line rounded-control divide-line max-h-48 divide-y overflow-y-auto border">
          {data.map(({ id, name }) => (
            <li key={id} className="flex items-center justify-between gap-3 py-1 pr-1 pl-3">
              <span className="min-w-0 truncate">{name}</span>
              <Select
                quiet
                label={text.accessTo(name)}
                dense
                value={modes.get(id) ?? ""}
                onChange={(event) => set(id, event.target.value)}
              >
                <option value="">{modeText.none}</option>
                <option value="ro">{modeText.ro}</option>
                <option value="rw">{modeText.rw}</option>
              </Select>
            </li>
          ))}
        </ul>
      )}
      {modes.size === 0 && <p className="text-muted mt-1.5 text-sm">{text.noAccess(creates)}</p>}
    </fieldset>
  );
}
