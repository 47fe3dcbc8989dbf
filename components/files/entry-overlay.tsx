"use client";

import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import type { Entry } from "@/console/queries/entries";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { directoryOf, nameOf } from "@/console/state/paths";
import { text } from "@/console/text/files";

import type { Opened, RowActions } from "./use-row-actions";

const TransferEntries = lazyWithRetry(() =>
  import("./transfer-entries").then((all) => all.TransferEntries),
);
const EntryItems = lazyWithRetry(() => import("./entry-items").then((all) => all.EntryItems));
const Details = lazyWithRetry(() => import("./details").then((all) => all.Details));

/** The menu of an entry. */
export const EntryMenu = lazyWithRetry(async () => {
  const [{ MenuAt }] = await Promise.all([import("@/components/ui/menu-at"), EntryItems.preload()]);
  return MenuAt;
});

type Props = {
  params: FilesystemIds;
  /** The directory that is listed or searched. */
  listed: string;
  entry: Entry;
  what: Opened["what"];
  actions: RowActions;
  onClose: () => void;
};

/** The menu or a dialog of one entry of a list. The list has it once: rows that scroll by cost nothing for it. */
export function EntryOverlay({ params, listed, entry, what, actions, onClose }: Props) {
  const { path } = entry;
  const directory = directoryOf(path);
  if (what === "details") return <Details params={params} entry={entry} onClose={onClose} />;
  if (what === "move" || what === "copy")
    return (
      <TransferEntries
        params={params}
        action={what}
        from={directory}
        entries={[entry]}
        onDone={actions.onChanged}
        onClose={onClose}
      />
    );
  return (
    <EntryMenu label={text.actions(nameOf(path))} at={what} onClose={onClose}>
      <EntryItems
        params={params}
        entry={entry}
        onShow={directory === listed ? null : actions.onOpen}
        onOpenDialog={(dialog) => actions.onShow(path, dialog)}
        onPreview={() => actions.onPreview(path)}
        onRename={() => actions.onRename(path)}
        onDelete={() => actions.onDelete(entry)}
      />
    </EntryMenu>
  );
}
