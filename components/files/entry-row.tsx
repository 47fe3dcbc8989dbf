"use client";

import { Ellipsis, File, FileSymlink, Folder } from "lucide-react";
import { memo, useState } from "react";

import { Ago } from "@/components/ui/ago";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Menu } from "@/components/ui/menu";
import type { Entry } from "@/console/queries/entries";
import type { EntryChange } from "@/console/queries/entry-pages";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { nameOf } from "@/console/state/paths";
import { sizeOf } from "@/console/text/sizes";

const MoveEntry = lazyWithRetry(() => import("./move-entry").then((all) => all.MoveEntry));
const Preview = lazyWithRetry(() => import("./preview").then((all) => all.Preview));
const EntryItems = lazyWithRetry(() => import("./entry-items").then((all) => all.EntryItems));
const Details = lazyWithRetry(() => import("./details").then((all) => all.Details));

export type EntryDialog = "move" | "copy" | "preview" | "details";

const ICONS = { directory: Folder, file: File, symlink: FileSymlink };

type Props = {
  params: FilesystemIds;
  entry: Entry;
  /** Its number in the list, from 0, and how many there are; -1: nobody knows yet. */
  row: number;
  size: number;
  /** In pixels. */
  top: number;
  height: number;
  /** Whether the tab key comes to this row. */
  isStop: boolean;
  isSelected: boolean;
  onFocus: (row: number) => void;
  onOpen: (path: string) => void;
  onSelect: (path: string) => void;
  onDelete: (entry: Entry) => void;
  onChanged: (changes: readonly EntryChange[]) => void;
};

/** An entry of a directory: opening it, and what else can be done with it. */
export const EntryRow = memo(function EntryRow(props: Props) {
  const { params, entry, row, size: count, top, height, isStop, isSelected } = props;
  const { onFocus, onOpen, onSelect, onDelete, onChanged } = props;
  const [asked, setAsked] = useState<EntryDialog | null>(null);
  const { path, type, size, modified_at: modifiedAt } = entry;
  const name = nameOf(path);
  const Icon = ICONS[type];
  const ways = {
    directory: () => onOpen(path),
    file: () => setAsked("preview"),
    symlink: () => setAsked("details"),
  };
  const close = () => setAsked(null);
  const tabIndex = isStop ? 0 : -1;
  return (
    <li
      aria-posinset={row + 1}
      aria-setsize={count}
      style={{ top, height }}
      className={`border-line absolute inset-x-0 flex items-center gap-3 px-5 not-last:border-b ${isSelected ? "bg-tide-soft" : ""}`}
    >
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        className="accent-tide size-4 shrink-0"
        tabIndex={tabIndex}
        checked={isSelected}
        onChange={() => onSelect(path)}
      />
      <Icon
        aria-label={type}
        className={`size-4 shrink-0 ${type === "directory" ? "text-tide" : "text-muted"}`}
      />
      <div className="grid min-w-0 flex-1 gap-x-6 sm:grid-cols-[minmax(0,1fr)_5rem_8rem] sm:items-center">
        <button
          type="button"
          data-row={row}
          tabIndex={tabIndex}
          className="hover:text-tide rounded-control min-w-0 truncate text-left"
          onFocus={() => onFocus(row)}
          onClick={ways[type]}
        >
          {name}
        </button>
        <span className="text-muted hidden text-sm tabular-nums sm:block">
          {type === "file" && sizeOf(size)}
        </span>
        <span className="text-muted truncate text-sm">
          <Ago at={modifiedAt} />
        </span>
      </div>
      <Menu
        items={EntryItems}
        trigger={
          <button
            type="button"
            aria-label={`More for ${name}`}
            tabIndex={tabIndex}
            className="text-muted hover:bg-well hover:text-ink rounded-control p-1.5"
          >
            <Ellipsis aria-hidden className="size-4" />
          </button>
        }
      >
        <EntryItems
          params={params}
          entry={entry}
          onAsk={setAsked}
          onDelete={() => onDelete(entry)}
        />
      </Menu>
      {(asked === "move" || asked === "copy") && (
        <MoveEntry params={params} path={path} way={asked} onDone={onChanged} onClose={close} />
      )}
      {asked === "preview" && <Preview params={params} entry={entry} onClose={close} />}
      {asked === "details" && <Details params={params} entry={entry} onClose={close} />}
    </li>
  );
});
