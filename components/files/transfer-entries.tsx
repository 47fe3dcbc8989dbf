"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CornerLeftUp, Folder, FolderPlus } from "lucide-react";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toasts";
import { directoriesQuery } from "@/console/queries/directories";
import type { Entry } from "@/console/queries/entries";
import type { EntryChange } from "@/console/queries/entry-pages";
import {
  type Action,
  isTaken,
  type OnConflict,
  transferEntries,
} from "@/console/queries/transfers";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { directoryOf, nameOf } from "@/console/state/paths";
import { text as files } from "@/console/text/files";
import { transferText as text } from "@/console/text/transfers";

import { NewDirectory } from "./new-directory";
import { PathTrail } from "./path-trail";
import { toastMoved } from "./toast-moved";

type Props = {
  params: FilesystemIds;
  action: Action;
  /** The folder where it starts. */
  from: string;
  entries: readonly Entry[];
  onChanged: (changes: readonly EntryChange[]) => void;
  onUndone: (changes: readonly EntryChange[]) => void;
  /** Called with the paths of what was moved or copied. */
  onDone: (paths: readonly string[]) => void;
  onClose: () => void;
};

/** Moves or copies entries into a folder that the user picks. */
export function TransferEntries({ params, action, from, entries, ...on }: Props) {
  const { onChanged, onUndone, onDone, onClose } = on;
  const [directory, setDirectory] = useState(from);
  const [isCreating, setCreating] = useState(false);
  const cache = useQueryClient();
  const [rest, setRest] = useState(() => entries.map(({ path }) => path));
  const run = useMutation({
    mutationFn: (onConflict: OnConflict) =>
      transferEntries(params, action, { paths: rest, directory, onConflict }),
    onSuccess: ({ changes, done, failed }, onConflict) => {
      onChanged(changes);
      onDone(done.map((each) => each.from));
      const message = text[action].done(done.length, directory);
      // What was replaced is gone, so that moving back would undo only half of it.
      if (action === "move" && onConflict !== "replace" && done.length > 0)
        toastMoved(params, done, { done: message, undone: text.movedBack }, onUndone);
      else if (done.length > 0) toast(message);
      if (failed.length === 0) onClose();
      setRest(failed.map(({ path }) => path));
    },
  });
  const failed = run.data?.failed ?? [];
  const taken = failed.filter(({ error }) => isTaken(error));
  const refused = failed.find(({ error }) => !isTaken(error));
  const choose = (next: string) => {
    run.reset();
    setDirectory(next);
  };
  return (
    <Dialog title={text[action].title(rest)} onClose={onClose}>
      <div className="flex flex-col gap-3">
        <PathTrail path={directory} onChange={choose} />
        <Folders params={params} directory={directory} onChoose={choose} />
      </div>
      <Failure error={refused?.error ?? run.error} messages={text.errors} />
      {taken.length > 0 && (
        <Alert tone="warn">
          <p>{text.taken(taken.map(({ path }) => nameOf(path)))}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="sm" variant="secondary" onClick={onClose}>
              {text.skip}
            </Button>
            <Button size="sm" variant="secondary" onClick={() => run.mutate("replace")}>
              {text.replace}
            </Button>
            <Button size="sm" variant="secondary" onClick={() => run.mutate("keepBoth")}>
              {text.keepBoth}
            </Button>
          </div>
        </Alert>
      )}
      <div className="flex flex-wrap justify-between gap-3">
        <Button variant="secondary" onClick={() => setCreating(true)}>
          <FolderPlus aria-hidden /> {files.newFolder}
        </Button>
        <Button
          disabled={action === "move" && rest.every((path) => directoryOf(path) === directory)}
          aria-disabled={run.isPending}
          onClick={() => run.isPending || run.mutate("refuse")}
        >
          {run.isPending ? text.pending : text[action].submit(nameOf(directory))}
        </Button>
      </div>
      {isCreating && (
        <NewDirectory
          params={params}
          directory={directory}
          onDone={(_, changes) => {
            onChanged(changes);
            void cache.invalidateQueries(directoriesQuery(params, directory));
            choose(changes[0]?.path ?? directory);
          }}
          onClose={() => setCreating(false)}
        />
      )}
    </Dialog>
  );
}

type FoldersProps = { params: FilesystemIds; directory: string; onChoose: (path: string) => void };

/** The folders in a folder, to go into. */
function Folders({ params, directory, onChoose }: FoldersProps) {
  const { data, error } = useQuery(directoriesQuery(params, directory));
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Skeleton className="h-40" />;
  const up = directory === "/" ? [] : [directoryOf(directory)];
  return (
    <ul
      aria-label={text.folders}
      className="border-line rounded-control h-48 overflow-y-auto border p-1"
    >
      {[...up, ...data].map((path) => {
        const isUp = up.includes(path);
        const Icon = isUp ? CornerLeftUp : Folder;
        return (
          <li key={path}>
            <button
              type="button"
              className="hover:bg-well rounded-control flex w-full items-center gap-2 px-2 py-1.5 text-left"
              onClick={() => onChoose(path)}
            >
              <Icon aria-hidden className="text-tide size-4 shrink-0" />
              <span className="truncate">{isUp ? text.up : nameOf(path)}</span>
            </button>
          </li>
        );
      })}
      {data.length === 0 && <li className="text-muted px-2 py-1.5 text-sm">{text.noFolders}</li>}
    </ul>
  );
}
