"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";

import { useSearchOverlay, useSearchText } from "@/components/layout/use-address";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import type { Entry } from "@/console/queries/entries";
import type { EntryChange } from "@/console/queries/entry-pages";
import type { Action } from "@/console/queries/transfers";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { neighbourOf } from "@/console/state/neighbour";
import { childOf, directoryOf } from "@/console/state/paths";
import { type EntryOrder, readEntryOrder } from "@/console/state/sort-entries";

import { canTakeFocus } from "./can-take-focus";
import { ColumnHeads } from "./column-heads";
import { EntryList } from "./entry-list";
import { useSelection } from "./use-selection";

const Details = lazyWithRetry(() => import("./details").then((all) => all.Details));
const Preview = lazyWithRetry(() => import("./preview").then((all) => all.Preview));
const TransferEntries = lazyWithRetry(() =>
  import("./transfer-entries").then((all) => all.TransferEntries),
);
const MissingFile = lazyWithRetry(() => import("./missing-file").then((all) => all.MissingFile));
const SelectionBar = lazyWithRetry(() => import("./selection-bar").then((all) => all.SelectionBar));

/** What the list of a directory and that of search results need of the page. */
export type TableProps = {
  params: FilesystemIds;
  path: string;
  /** The paths of entries that are about to be deleted. */
  hidden: ReadonlySet<string>;
  /**
   * The path of what takes the focus once it is listed, as of what was just created or brought back. That of the
   * directory is for the message that nothing is left in it.
   */
  newest: string | undefined;
  onNewest: (path: string | undefined) => void;
  onOpen: (path: string) => void;
  onDelete: (entries: readonly Entry[]) => void;
  onChanged: (changes: readonly EntryChange[]) => void;
  /** The same for what was undone: what is back takes the focus. */
  onUndone: (changes: readonly EntryChange[]) => void;
  /** Looks for what is filtered by below the directory as well. */
  onBelow: () => void;
  /** Moves entries that were dropped on a directory. */
  onMove: (paths: readonly string[], directory: string) => void;
};

type Props = Omit<TableProps, "hidden" | "onBelow"> & {
  entries: readonly Entry[];
  isSortable: boolean;
  /** Loads the next page; null when all pages are loaded. */
  onMore: (() => void) | null;
  /** What the list says when it is empty, and below it. */
  empty: ReactNode;
  footer: string;
};

/** `listed`: what the list had when it began. */
type Transfer = {
  action: Action;
  from: string;
  entries: readonly Entry[];
  listed: readonly Entry[];
};

// Whether the previous directory was left through one of its rows, so that the next list takes the focus.
let leftByRow = false;

/** The order that the address asks for. */
export const useOrder = (): EntryOrder => readEntryOrder(useSearchText("sort")[0]);

/** Entries with their columns, and the actions on those that are selected. */
export function EntryTable(props: Props) {
  const { params, path, entries, isSortable, onMore, empty, footer } = props;
  const { newest, onNewest, onOpen, onDelete } = props;
  const [, setOrder] = useSearchText("sort");
  const [shown, setShown] = useSearchOverlay("show");
  const order = useOrder();
  const selection = useSelection(entries);
  const [transfer, setTransfer] = useState<Transfer | null>(null);
  const [takesFocus] = useState(() => leftByRow);
  const nothing = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    leftByRow = false;
    if (takesFocus) nothing.current?.focus();
  }, [takesFocus]);
  useEffect(() => {
    if (newest !== path || nothing.current === null) return;
    if (canTakeFocus()) nothing.current.focus();
    onNewest(undefined);
  });
  const open = (next: string) => {
    leftByRow = true;
    onOpen(next);
  };
  // The address has it relative to the directory, as links to files do.
  const show = (file: string) => setShown(file.slice(childOf(path, "").length));
  const linked =
    shown === "" ? undefined : entries.find((entry) => entry.path === childOf(path, shown));
  const isGone = shown !== "" && linked === undefined && onMore === null;
  const leave = (gone: readonly string[], listed = entries) => {
    if (gone.length === 0) return;
    selection.drop(gone);
    onNewest(neighbourOf(listed, gone)?.path ?? path);
  };
  const remove = (some: readonly Entry[]) => {
    onDelete(some);
    leave(some.map((entry) => entry.path));
  };
  const startTransfer = (action: Action, some: readonly Entry[]) => {
    const from = some.length === 1 && some[0] ? directoryOf(some[0].path) : path;
    setTransfer({ action, entries: some, from, listed: entries });
  };
  if (entries.length === 0 && onMore === null)
    return (
      <>
        {isGone && <MissingFile name={shown} onClose={() => setShown("")} />}
        <p
          ref={nothing}
          tabIndex={-1}
          className="text-muted flex flex-col items-center gap-3 px-5 py-16 text-center"
        >
          {empty}
        </p>
      </>
    );
  const count = selection.entries.length;
  return (
    <>
      {isGone && <MissingFile name={shown} onClose={() => setShown("")} />}
      <ColumnHeads
        order={order}
        onSort={isSortable ? setOrder : null}
        selected={count === 0 ? "none" : count === entries.length ? "all" : "some"}
        onSelectAll={selection.pressAll}
      >
        <SelectionBar
          params={params}
          entries={selection.entries}
          onTransfer={(action) => startTransfer(action, selection.entries)}
          onDelete={() => remove(selection.entries)}
          onClear={selection.clear}
        />
      </ColumnHeads>
      <EntryList
        params={params}
        path={path}
        entries={entries}
        selection={selection}
        takesFocus={takesFocus}
        newest={newest}
        onNewest={onNewest}
        onMore={onMore}
        onOpen={open}
        onUp={() => path !== "/" && open(directoryOf(path))}
        onTransfer={startTransfer}
        onDelete={(entry) => remove(selection.about(entry))}
        onChanged={props.onChanged}
        onUndone={props.onUndone}
        onMove={(paths, directory) => {
          props.onMove(paths, directory);
          leave(paths);
        }}
        onPreview={show}
      />
      {transfer !== null && (
        <TransferEntries
          {...transfer}
          params={params}
          onChanged={props.onChanged}
          onUndone={props.onUndone}
          onDone={(paths) => {
            if (transfer.action === "move") return leave(paths, transfer.listed);
            selection.drop(paths);
            onNewest(paths[0]);
          }}
          onClose={() => setTransfer(null)}
        />
      )}
      {linked !== undefined && (
        <Linked params={params} entry={linked} entries={entries} onShow={show} />
      )}
      <p className="text-muted border-line border-t px-5 py-2 text-sm tabular-nums">{footer}</p>
    </>
  );
}

type LinkedProps = {
  params: FilesystemIds;
  entry: Entry;
  entries: readonly Entry[];
  onShow: (path: string) => void;
};

/** What the address names: a file among the others, or the details of what has no contents. */
function Linked({ params, entry, entries, onShow }: LinkedProps) {
  const onClose = () => onShow("");
  if (entry.type !== "file") return <Details params={params} entry={entry} onClose={onClose} />;
  const files = entries.filter(({ type }) => type === "file");
  return (
    <Preview
      params={params}
      entry={entry}
      position={files.indexOf(entry)}
      count={files.length}
      onStep={(position) => onShow(files[position]?.path ?? "")}
      onClose={onClose}
    />
  );
}
