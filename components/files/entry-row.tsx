"use client";

import { File, FileCog, FileSymlink, Folder } from "lucide-react";
import { memo, type MouseEvent, useState } from "react";

import { useOrganisation } from "@/components/layout/organisation";
import { Ago } from "@/components/ui/ago";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { MoreMenu } from "@/components/ui/more-menu";
import type { Entry } from "@/console/queries/entries";
import type { EntryChange } from "@/console/queries/entry-pages";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { childOf, directoryOf, nameOf } from "@/console/state/paths";
import { text } from "@/console/text/files";
import { sizeOf } from "@/console/text/sizes";

import { dragSource, dropTarget } from "./dragged-entries";
import { RenameField } from "./rename-field";
import type { RowActions } from "./use-row-actions";

const TransferEntries = lazyWithRetry(() =>
  import("./transfer-entries").then((all) => all.TransferEntries),
);
const EntryItems = lazyWithRetry(() => import("./entry-items").then((all) => all.EntryItems));
const MenuAt = lazyWithRetry(async () => {
  const [{ MenuAt: Loaded }] = await Promise.all([
    import("@/components/ui/menu-at"),
    EntryItems.preload(),
  ]);
  return Loaded;
});
const Details = lazyWithRetry(() => import("./details").then((all) => all.Details));

export type EntryDialog = "move" | "copy" | "details";

/** A checkbox at the left edge of a row, with room for a finger around it. */
export const SELECT = "-my-3 -mr-3 -ml-5 shrink-0 py-3 pr-3 pl-5";

const ICONS = { directory: Folder, file: File, symlink: FileSymlink, special: FileCog };

type Props = {
  params: FilesystemIds;
  /** The directory that is listed or searched. */
  path: string;
  entry: Entry;
  /** Its index in the list, and the number of rows; -1 while not all pages are loaded. */
  row: number;
  size: number;
  /** Whether this row is the one the Tab key stops at. */
  isTabStop: boolean;
  /** The paths that are selected. */
  selected: ReadonlySet<string>;
  isRenaming: boolean;
  actions: RowActions;
};

/** Calls `open` with where the pointer is, once the row has the focus, which it gets back from the menu. */
const rightClick = (open: (at: { x: number; y: number }) => void) => ({
  onContextMenu(event: MouseEvent<HTMLElement>) {
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>("[data-row]")?.focus({ preventScroll: true });
    open({ x: event.clientX, y: event.clientY });
  },
});

/** A file or folder in the list, with its menu and dialogs. */
export const EntryRow = memo(function EntryRow(props: Props) {
  const { params, path: listed, entry, row, size: count, isTabStop, selected, isRenaming } = props;
  const { onFocus, onOpen, onSelect, onDelete, onChanged, onRename, onRenamed, onMove, onPreview } =
    props.actions;
  const { canWrite } = useOrganisation();
  const [dialog, setDialog] = useState<EntryDialog | null>(null);
  const [menuAt, setMenuAt] = useState<{ x: number; y: number } | null>(null);
  const { path, type, size, modified_at: modifiedAt } = entry;
  const name = nameOf(path);
  const isSelected = selected.has(path);
  const directory = directoryOf(path);
  const drag = canWrite && dragSource(() => (isSelected ? [...selected] : [path]));
  const drop = canWrite && type === "directory" && dropTarget((paths) => onMove(paths, path));
  const Icon = ICONS[type];
  const open = {
    directory: () => onOpen(path),
    file: () => onPreview(path),
    symlink: () => setDialog("details"),
    special: () => setDialog("details"),
  };
  const close = () => setDialog(null);
  const tabIndex = isTabStop ? 0 : -1;
  const items = (
    <EntryItems
      params={params}
      entry={entry}
      onShow={directory === listed ? null : onOpen}
      onOpenDialog={setDialog}
      onPreview={() => onPreview(path)}
      onRename={() => onRename(path)}
      onDelete={() => onDelete(entry)}
    />
  );
  return (
    <li
      aria-posinset={row + 1}
      aria-setsize={count}
      style={{ top: `calc(var(--row) * ${row})`, height: "var(--row)" }}
      className={`border-line data-drop:bg-tide-soft absolute inset-x-0 flex items-center gap-3 px-5 not-last:border-b ${isSelected ? "bg-tide-soft" : ""}`}
      {...(!isRenaming && rightClick(setMenuAt))}
      {...drag}
      {...drop}
    >
      <SelectBox
        name={name}
        tabIndex={tabIndex}
        isSelected={isSelected}
        onSelect={(isRange) => onSelect(row, isRange)}
      />
      <Icon
        aria-label={text.kinds[type]}
        className={`size-4 shrink-0 ${type === "directory" ? "text-tide" : "text-muted"}`}
      />
      <div className="grid min-w-0 flex-1 gap-x-6 sm:grid-cols-[minmax(0,1fr)_5rem_8rem] sm:items-center">
        {isRenaming ? (
          <RenameField
            params={params}
            entry={entry}
            onEnd={(to) => onRenamed(path, to)}
            onChanged={onChanged}
          />
        ) : (
          <span className="flex min-w-0 items-baseline gap-2">
            <button
              type="button"
              data-row={row}
              tabIndex={tabIndex}
              className="hover:text-tide rounded-control min-w-0 truncate text-left"
              onFocus={() => onFocus(row)}
              onClick={open[type]}
            >
              {name}
            </button>
            {directory !== listed && (
              <span className="text-muted min-w-0 shrink-[2] truncate text-sm">
                {text.inFolder(directory.slice(childOf(listed, "").length))}
              </span>
            )}
          </span>
        )}
        <span className="text-muted hidden text-sm tabular-nums sm:block">
          {type === "file" && sizeOf(size)}
        </span>
        <span className={`text-muted truncate text-sm ${isRenaming ? "max-sm:hidden" : ""}`}>
          {type === "file" && <span className="sm:hidden">{sizeOf(size)} · </span>}
          <Ago at={modifiedAt} />
        </span>
      </div>
      <MoreMenu items={EntryItems} label={text.moreActions(name)} tabIndex={tabIndex}>
        {items}
      </MoreMenu>
      {menuAt !== null && (
        <MenuAt label={text.actions(name)} at={menuAt} onClose={() => setMenuAt(null)}>
          {items}
        </MenuAt>
      )}
      {dialog !== null && (
        <EntryDialogs
          dialog={dialog}
          params={params}
          entry={entry}
          onDone={onChanged}
          onClose={close}
        />
      )}
    </li>
  );
});

type SelectBoxProps = {
  name: string;
  tabIndex: number;
  isSelected: boolean;
  onSelect: (isRange: boolean) => void;
};

const SelectBox = ({ name, tabIndex, isSelected, onSelect }: SelectBoxProps) => (
  <label className={SELECT}>
    <input
      type="checkbox"
      aria-label={text.select(name)}
      className="accent-tide block size-4"
      tabIndex={tabIndex}
      checked={isSelected}
      onChange={({ nativeEvent }) =>
        onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  </label>
);

type EntryDialogsProps = {
  dialog: EntryDialog;
  params: FilesystemIds;
  entry: Entry;
  onDone: (changes: readonly EntryChange[]) => void;
  onClose: () => void;
};

function EntryDialogs({ dialog, params, entry, onDone, onClose }: EntryDialogsProps) {
  if (dialog === "details") return <Details params={params} entry={entry} onClose={onClose} />;
  return (
    <TransferEntries
      params={params}
      action={dialog}
      from={directoryOf(entry.path)}
      entries={[entry]}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
