"use client";

import { useEffect, useEffectEvent, useState } from "react";

import { useOrganisation } from "@/components/layout/organisation";
import { Button } from "@/components/ui/button";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { archiveUrl } from "@/console/queries/archive";
import { type Entry, fileUrl } from "@/console/queries/entries";
import type { EntryChange } from "@/console/queries/entry-pages";
import type { Action } from "@/console/queries/transfers";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { text } from "@/console/text/files";

const TransferEntries = lazyWithRetry(() =>
  import("./transfer-entries").then((all) => all.TransferEntries),
);

const TYPED_INTO = "input:not([type=checkbox]), textarea, [role=dialog]";

type Props = {
  params: FilesystemIds;
  path: string;
  entries: readonly Entry[];
  onDelete: () => void;
  onChanged: (changes: readonly EntryChange[]) => void;
  onClear: () => void;
};

/** The number of selected entries and the actions on all of them; Escape clears the selection. */
export function SelectionBar({ params, path, entries, onDelete, onChanged, onClear }: Props) {
  const { canWrite } = useOrganisation();
  const [action, setAction] = useState<Action | null>(null);
  const clear = useEffectEvent(onClear);
  useEffect(() => {
    // Menus and dialogs have taken theirs already.
    const press = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      if (key !== "Escape" || defaultPrevented) return;
      if (target instanceof Element && target.closest(TYPED_INTO) === null) clear();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  const paths = entries.map((entry) => entry.path);
  const [only] = entries.length === 1 ? entries : [];
  const url = only?.type === "file" ? fileUrl(params, only.path) : archiveUrl(params, paths);
  return (
    <div className="border-line bg-well flex flex-wrap items-center gap-2 border-b px-5 py-2">
      <output className="basis-full text-sm font-medium sm:flex-1 sm:basis-0">
        {text.selected(entries.length)}
      </output>
      {url === null ? (
        <span className="text-muted text-sm">{text.tooManyToDownload}</span>
      ) : (
        <Button asChild variant="secondary" size="sm">
          <a href={url} download>
            {text.download}
          </a>
        </Button>
      )}
      {canWrite && (
        <>
          <Button variant="secondary" size="sm" onClick={() => setAction("move")}>
            {text.move}
          </Button>
          <Button variant="secondary" size="sm" onClick={() => setAction("copy")}>
            {text.copy}
          </Button>
          <Button variant="danger" size="sm" onClick={onDelete}>
            {text.deleteSelected}
          </Button>
        </>
      )}
      <Button variant="secondary" size="sm" onClick={onClear}>
        {text.clearSelection}
      </Button>
      {action !== null && (
        <TransferEntries
          params={params}
          action={action}
          from={path}
          entries={entries}
          onDone={onChanged}
          onClose={() => setAction(null)}
        />
      )}
    </div>
  );
}
