"use client";

import {
  Copy,
  Download,
  Ellipsis,
  Eye,
  File,
  FilePen,
  FileSymlink,
  Folder,
  Trash2,
} from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";

import { Ago } from "@/components/ui/ago";
import { Menu, MenuItem } from "@/components/ui/menu";
import { type Entry, fileUrl } from "@/lib/client/entries";
import { nameOf } from "@/lib/client/paths";
import { sizeOf } from "@/lib/client/sizes";
import type { FilesystemIds } from "@/lib/client/webhooks";

const MoveEntry = dynamic(() => import("./move-entry").then((all) => all.MoveEntry));
const Preview = dynamic(() => import("./preview").then((all) => all.Preview));

const ICONS = { directory: Folder, file: File, symlink: FileSymlink };

type Props = {
  params: FilesystemIds;
  entry: Entry;
  onOpen: (path: string) => void;
  onDelete: (entry: Entry) => void;
  onChanged: () => void;
};

/** An entry of a directory: opening it, and what else can be done with it. */
export function EntryRow({ params, entry, onOpen, onDelete, onChanged }: Props) {
  const [asked, setAsked] = useState<"move" | "copy" | "preview" | null>(null);
  const { path, type, size, modified_at: modifiedAt } = entry;
  const name = nameOf(path);
  const Icon = ICONS[type];
  const open = () => (type === "directory" ? onOpen(path) : setAsked("preview"));
  const close = () => setAsked(null);
  return (
    <li className="flex items-center gap-3 px-5 py-2">
      <Icon
        aria-label={type}
        className={`size-4 shrink-0 ${type === "directory" ? "text-tide" : "text-muted"}`}
      />
      <div className="grid min-w-0 flex-1 gap-x-6 sm:grid-cols-[minmax(0,1fr)_5rem_8rem] sm:items-center">
        {type === "symlink" ? (
          <span className="truncate">{name}</span>
        ) : (
          <button
            type="button"
            className="hover:text-tide rounded-control min-w-0 truncate text-left"
            onClick={open}
          >
            {name}
          </button>
        )}
        <span className="text-muted hidden text-sm tabular-nums sm:block">
          {type === "file" && sizeOf(size)}
        </span>
        <span className="text-muted text-sm">
          <Ago at={modifiedAt} />
        </span>
      </div>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={`More for ${name}`}
            className="text-muted hover:bg-well hover:text-ink rounded-control p-1.5"
          >
            <Ellipsis aria-hidden className="size-4" />
          </button>
        }
      >
        {type === "file" && (
          <>
            <MenuItem onSelect={open}>
              <Eye aria-hidden /> Preview
            </MenuItem>
            <MenuItem asChild>
              <a href={fileUrl(params, path)} download={name}>
                <Download aria-hidden /> Download
              </a>
            </MenuItem>
          </>
        )}
        <MenuItem onSelect={() => setAsked("move")}>
          <FilePen aria-hidden /> Rename or move
        </MenuItem>
        <MenuItem onSelect={() => setAsked("copy")}>
          <Copy aria-hidden /> Copy
        </MenuItem>
        <MenuItem tone="bad" onSelect={() => onDelete(entry)}>
          <Trash2 aria-hidden /> Delete{type === "directory" && " with all in it"}
        </MenuItem>
      </Menu>
      {(asked === "move" || asked === "copy") && (
        <MoveEntry params={params} path={path} way={asked} onDone={onChanged} onClose={close} />
      )}
      {asked === "preview" && <Preview params={params} entry={entry} onClose={close} />}
    </li>
  );
}
