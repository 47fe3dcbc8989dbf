"use client";

import { useQuery } from "@tanstack/react-query";
import { CornerLeftUp, Folder } from "lucide-react";
import { useDeferredValue, useState } from "react";

import { Field } from "@/components/ui/field";
import { directoriesQuery } from "@/console/queries/directories";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { directoryOf, nameOf } from "@/console/state/paths";

type Props = { params: FilesystemIds; error: string | undefined };

const SHOWN = 24;

/** Below which path changes are sent: typed, or found by stepping through the directories that are there. */
export function PrefixField({ params, error }: Props) {
  const [path, setPath] = useState("/");
  const looked = useDeferredValue(path.startsWith("/") ? path : "/");
  const { data } = useQuery(directoriesQuery(params, looked));
  const directories = data ?? [];
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Path prefix"
        name="path_prefix"
        value={path}
        onChange={(event) => setPath(event.target.value)}
        required
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        hint="Only changes at this path and below it are sent. / is everything."
        error={error}
      />
      <fieldset className="min-h-8">
        <legend className="sr-only">Directories in {looked}</legend>
        <ul className="flex flex-wrap gap-1.5">
          {looked !== "/" && (
            <li>
              <Step label="Up" onPress={() => setPath(directoryOf(looked))} Icon={CornerLeftUp} />
            </li>
          )}
          {directories.slice(0, SHOWN).map((directory) => (
            <li key={directory}>
              <Step label={nameOf(directory)} onPress={() => setPath(directory)} Icon={Folder} />
            </li>
          ))}
        </ul>
        {directories.length > SHOWN && (
          <p className="text-muted mt-1.5 text-sm">
            And {directories.length - SHOWN} more: type the name.
          </p>
        )}
      </fieldset>
    </div>
  );
}

type StepProps = { label: string; onPress: () => void; Icon: typeof Folder };

function Step({ label, onPress, Icon }: StepProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="border-line hover:bg-well rounded-control flex max-w-48 items-center gap-1.5 border px-2 py-1 text-sm"
    >
      <Icon aria-hidden className="text-muted size-3.5 shrink-0" />
      <span className="truncate">{label}</span>
    </button>
  );
}
