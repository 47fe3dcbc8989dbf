"use client";

import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import type { Entry } from "@/console/queries/entries";
import type { Action } from "@/console/queries/transfers";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { directoryOf, nameOf } from "@/console/state/paths";
import { text } from "@/console/text/files";

import type { Opened, RowActions } from "./use-row-actions";

const EntryItems = lazyWithRetry(() => import("./entry-items").then((all) => all.EntryItems));
const SelectionItems = lazyWithRetry(() =>
  import("./selection-items").then((all) => all.SelectionItems),
);
const Details = lazyWithRetry(() => import("./details").then((all) => all.Details));

/** The menu of an entry or of several. */
export const EntryMenu = lazyWithRetry(async () => {
  const [{ MenuAt }] = await Promise.all([
    import("@/components/ui/menu-at"),
    EntryItems.preload(),
    SelectionItems.preload(),
  ]);
  return MenuAt;
});

type Props = {
  params: FilesystemIds;
  /** The directory that is listed or searched. */
  listed: string;
  entry: Entry;
  /** What its menu is about: the entry, or the whole selection that it is part of. */
  entries: readonly Entry[];
  what: Opened["what"];
  actions: RowActions;
  onTransfer: (action: Action, entries: readonly Entry[]) => void;
  onClose: () => void;
};

/** The menu or the details of an entry of a list. The list has it once: rows that scroll by cost nothing for it. */
export function EntryOverlay({ params, listed, entry, entries, what, actions, ...on }: Props) {
  const { path } = entry;
  const directory = directoryOf(path);
  if (what === "details") return <Details params={params} entry={entry} onClose={on.onClose} />;
  const count = entries.length;
  const items = {
    params,
    onTransfer: (action: Action) => on.onTransfer(action, entries),
    onDelete: () => actions.onDelete(entry),
  };
  return (
    <EntryMenu
      label={text.actions(count > 1 ? text.total(count) : nameOf(path))}
      at={what}
      onClose={on.onClose}
    >
      {count > 1 ? (
        <SelectionItems {...items} entries={entries} />
      ) : (
        <EntryItems
          {...items}
          entry={entry}
          onShow={directory === listed ? null : actions.onOpen}
          onDetails={() => actions.onShow(path, "details")}
          onPreview={() => actions.onPreview(path)}
          onRename={() => actions.onRename(path)}
        />
      )}
    </EntryMenu>
  );
}
