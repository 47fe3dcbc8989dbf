"use client";

import { useQuery } from "@tanstack/react-query";
import { CornerLeftUp, Folder } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";

import { Failure } from "@/components/forms/failure";
import { Skeleton } from "@/components/ui/skeleton";
import { directoriesQuery } from "@/console/queries/directories";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { directoryOf, nameOf } from "@/console/state/paths";
import { transferText as text } from "@/console/text/transfers";

type Props = {
  params: FilesystemIds;
  directory: string;
  /** What can't be gone into: nothing is moved or copied into itself. */
  excluded: readonly string[];
  onChoose: (path: string) => void;
};

/** The folders in a folder, to go into by a click or by arrow keys and Enter. The list takes the focus. */
export function FolderList({ params, directory, excluded, onChoose }: Props) {
  const { data, error } = useQuery(directoriesQuery(params, directory));
  const [focused, setFocused] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const listed = data === undefined ? null : directory;
  useEffect(() => {
    // While the dialog opens, a menu may still have the focus: the dialog passes it to what is marked.
    const dialog = list.current?.closest("[role=dialog]");
    if (listed === null || dialog?.contains(document.activeElement) !== true) return;
    list.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
  }, [listed]);
  if (data === undefined) return error ? <Failure error={error} /> : <Skeleton className="h-48" />;
  const up = directory === "/" ? [] : [directoryOf(directory)];
  const shown = [...up, ...data];
  const first = data.find((path) => !excluded.includes(path)) ?? up[0];
  const stop = focused !== undefined && shown.includes(focused) ? focused : first;
  const choose = (path: string) => {
    // Its button goes away.
    list.current?.focus();
    onChoose(path);
  };
  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label={text.folders}
      className="border-line rounded-control h-48 overflow-y-auto border p-1"
    >
      {shown.map((path) => {
        const isUp = up.includes(path);
        const isExcluded = excluded.includes(path);
        const Icon = isUp ? CornerLeftUp : Folder;
        return (
          <li key={path}>
            <button
              type="button"
              disabled={isExcluded}
              tabIndex={path === stop ? 0 : -1}
              data-autofocus={path === stop ? "" : undefined}
              className="enabled:hover:bg-well rounded-control flex w-full items-center gap-2 px-2 py-1.5 text-left disabled:cursor-not-allowed pointer-coarse:min-h-10"
              onFocus={() => setFocused(path)}
              onKeyDown={stepByKey}
              onClick={() => choose(path)}
            >
              <Icon
                aria-hidden
                className={`size-4 shrink-0 ${isExcluded ? "text-muted" : "text-tide"}`}
              />
              <span className={`truncate ${isExcluded ? "text-muted" : ""}`}>
                {isUp ? text.up : nameOf(path)}
              </span>
              {isExcluded && (
                <span className="text-muted ml-auto shrink-0 text-sm">{text.itself}</span>
              )}
            </button>
          </li>
        );
      })}
      {data.length === 0 && <li className="text-muted px-2 py-1.5 text-sm">{text.noFolders}</li>}
    </ul>
  );
}

/** Moves the focus through the list of a button by arrow keys, Home and End. */
function stepByKey(event: KeyboardEvent<HTMLButtonElement>): void {
  const { key, currentTarget } = event;
  const all = [...(currentTarget.closest("ul")?.querySelectorAll("button:enabled") ?? [])];
  const at = all.indexOf(currentTarget);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[key];
  if (to === undefined) return;
  event.preventDefault();
  const next = all[to];
  if (next instanceof HTMLElement) next.focus();
}
