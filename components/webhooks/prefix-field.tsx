"use client";

import { useQuery } from "@tanstack/react-query";
import { CornerLeftUp, Folder } from "lucide-react";
import { useDeferredValue, useState } from "react";

import { Field } from "@/components/ui/field";
import { directoriesQuery } from "@/console/queries/directories";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { directoryOf, nameOf } from "@/console/state/paths";
import { text } from "@/console/text/new-webhook";

type Props = { params: FilesystemIds; initial?: string | undefined; error: string | undefined };

const MAX_SHOWN = 24;

/** The path prefix of a webhook: typed, or chosen by browsing the directories. */
export function PrefixField({ params, initial = "/", error }: Props) {
  const [path, setPath] = useState(initial);
  const browsed = useDeferredValue(path.startsWith("/") ? path : "/");
  const { data } = useQuery(directoriesQuery(params, browsed));
  const directories = data ?? [];
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={text.prefix}
        name="path_prefix"
        value={path}
        onChange={(event) => setPath(event.target.value)}
        required
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        hint={text.prefixHint}
        error={error}
      />
      <fieldset className="min-h-8 min-w-0">
        <legend className="sr-only">{text.directoriesIn(browsed)}</legend>
        <ul className="flex flex-wrap gap-1.5">
          {browsed !== "/" && (
            <li>
              <Step
                label={text.up}
                onPress={() => setPath(directoryOf(browsed))}
                Icon={CornerLeftUp}
              />
            </li>
          )}
          {directories.slice(0, MAX_SHOWN).map((directory) => (
            <li key={directory}>
              <Step label={nameOf(directory)} onPress={() => setPath(directory)} Icon={Folder} />
            </li>
          ))}
        </ul>
        {directories.length > MAX_SHOWN && (
          <p className="text-muted mt-1.5 text-sm">
            {text.moreDirectories(directories.length - MAX_SHOWN)}
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
