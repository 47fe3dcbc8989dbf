"use client";

import { File, FileCog, FileSymlink, Folder } from "lucide-react";
import { memo } from "react";

import { Ago } from "@/components/ui/ago";
import type { Entry } from "@/console/queries/entries";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { childOf, directoryOf, nameOf } from "@/console/state/paths";
import { text } from "@/console/text/files";
import { sizeOf } from "@/lib/contract/size-of";

import { dragSource, dropTarget } from "./dragged-entries";
import { EntryMenuButton, rightClick } from "./entry-menu-button";
import { RenameField } from "./rename-field";
import type { RowActions } from "./use-row-actions";

/** A checkbox at the left edge of a row, with room for a finger around it. */
export const SELECT = "-my-3 -mr-3 -ml-5 shrink-0 py-3 pr-3 pl-5";

const ICONS = { directory: Folder, file: File, symlink: FileSymlink, special: FileCog };

type Props = {
  params: FilesystemIds;
  /** The directory that is listed or searched. */
  path: string;
  canWrite: boolean;
  entry: Entry;
  /** Its index in the list, and the number of rows; -1 while not all pages are loaded. */
  row: number;
  size: number;
  /** Whether this row is the one the Tab key stops at. */
  isTabStop: boolean;
  /** The paths that are selected. */
  selected: ReadonlySet<string>;
  isMenuOpen: boolean;
  isRenaming: boolean;
  actions: RowActions;
};

/** A file or folder in the list. */
export const EntryRow = memo(function EntryRow(props: Props) {
  const { params, path: listed, canWrite, entry, row, size: count, selected, actions } = props;
  const { path, type, size, modified_at: modifiedAt } = entry;
  const { isRenaming } = props;
  const name = nameOf(path);
  const isSelected = selected.has(path);
  const directory = directoryOf(path);
  const drag = canWrite && dragSource(() => (isSelected ? [...selected] : [path]));
  const drop =
    canWrite && type === "directory" && dropTarget((paths) => actions.onMove(paths, path));
  const Icon = ICONS[type];
  const open = {
    directory: () => actions.onOpen(path),
    file: () => actions.onPreview(path),
    symlink: () => actions.onShow(path, "details"),
    special: () => actions.onShow(path, "details"),
  };
  const tabIndex = props.isTabStop ? 0 : -1;
  return (
    <li
      aria-posinset={row + 1}
      aria-setsize={count}
      style={{ top: `calc(var(--row) * ${row})`, height: "var(--row)" }}
      className={`border-line data-drop:bg-tide-soft absolute inset-x-0 flex items-center gap-3 px-5 not-last:border-b ${isSelected ? "bg-tide-soft" : ""}`}
      {...(!isRenaming && rightClick((position) => actions.onShow(path, position)))}
      {...drag}
      {...drop}
    >
      <SelectBox
        name={name}
        tabIndex={tabIndex}
        isSelected={isSelected}
        onSelect={(isRange) => actions.onSelect(row, isRange)}
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
            onEnd={(to, hadFocus) => actions.onRenamed(path, to, hadFocus)}
            onUndone={actions.onUndone}
          />
        ) : (
          <span className="flex min-w-0 items-baseline gap-2">
            <button
              type="button"
              data-row={row}
              tabIndex={tabIndex}
              // As large as a finger, in the height of its line.
              className="hover:text-tide rounded-control min-w-0 truncate text-left pointer-coarse:-my-2"
              onFocus={() => actions.onFocus(row)}
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
      <EntryMenuButton
        name={name}
        tabIndex={tabIndex}
        isOpen={props.isMenuOpen}
        onOpen={(position) => actions.onShow(path, position)}
      />
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
      className="block size-4"
      tabIndex={tabIndex}
      checked={isSelected}
      onChange={({ nativeEvent }) =>
        onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  </label>
);
