"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FolderPlus } from "lucide-react";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
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
import { text as forms } from "@/console/text/forms";
import { transferText as text } from "@/console/text/transfers";

import { FolderList } from "./folder-list";
import { NameConflict } from "./name-conflict";
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
  const isHere = action === "move" && rest.every((path) => directoryOf(path) === directory);
  const choose = (next: string) => {
    run.reset();
    setDirectory(next);
  };
  return (
    <Dialog title={text[action].title(rest)} onClose={onClose}>
      <div className="flex flex-col gap-3">
        <PathTrail path={directory} onChange={choose} />
        <FolderList params={params} directory={directory} excluded={rest} onChoose={choose} />
        {isHere && <p className="text-muted text-sm">{text.isHere(rest.length)}</p>}
      </div>
      <Failure error={refused?.error ?? run.error} messages={text.errors} />
      {taken.length > 0 ? (
        <NameConflict
          names={taken.map(({ path }) => nameOf(path))}
          onResolve={run.mutate}
          onSkip={onClose}
        />
      ) : (
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" className="mr-auto" onClick={() => setCreating(true)}>
            <FolderPlus aria-hidden /> {files.newFolder}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {forms.cancel}
          </Button>
          <Button
            disabled={isHere}
            aria-disabled={run.isPending}
            className="max-w-full shrink"
            onClick={() => run.mutate("refuse")}
          >
            <span className="truncate">
              {run.isPending ? text.pending : text[action].submit(nameOf(directory))}
            </span>
          </Button>
        </div>
      )}
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
