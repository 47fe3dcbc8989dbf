"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";

import { useOrganisation } from "@/components/layout/organisation";
import { Ago } from "@/components/ui/ago";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Menu, MenuItem } from "@/components/ui/menu";
import { toast } from "@/components/ui/toasts";
import {
  deleteFilesystem,
  type Filesystem,
  filesystemsKey,
  glanceQuery,
} from "@/console/queries/filesystems";
import { countOf, sizeOf } from "@/console/text/sizes";

import { WebhookHealth } from "./webhook-health";

const RenameFilesystem = lazyWithRetry(() =>
  import("./rename-filesystem").then((all) => all.RenameFilesystem),
);
const Confirm = lazyWithRetry(() =>
  import("@/components/forms/confirm").then((all) => all.Confirm),
);

/** A filesystem in the list: what it holds, how its webhooks are, and what can be done to it as a whole. */
export function FilesystemRow({ filesystem }: { filesystem: Filesystem }) {
  const { id: orgId, isAdmin } = useOrganisation();
  const { id, name, created_at: createdAt } = filesystem;
  const { data: glance } = useQuery(glanceQuery(orgId, id));
  const [asked, setAsked] = useState<"rename" | "delete" | null>(null);
  const cache = useQueryClient();
  const close = () => setAsked(null);
  return (
    <li className="flex items-center gap-4 px-5 py-3">
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-1 md:grid-cols-[minmax(0,1fr)_10rem_11rem] md:items-center">
        <div className="min-w-0">
          <Link
            href={`/o/${orgId}/filesystems/${id}/files`}
            className="hover:text-tide block truncate font-medium underline-offset-4 hover:underline"
          >
            {name}
          </Link>
          <p className="text-muted text-sm">
            made <Ago at={createdAt} />
          </p>
        </div>
        <p className="text-muted min-h-5 text-sm tabular-nums">
          {glance &&
            `${sizeOf(glance.usage.retained_bytes)} · ${countOf(glance.usage.entries, "entry", "entries")}`}
        </p>
        <div className="min-h-5">{glance && <WebhookHealth glance={glance} />}</div>
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
        <MenuItem onSelect={() => setAsked("rename")}>
          <Pencil aria-hidden /> Rename
        </MenuItem>
        <MenuItem tone="bad" disabled={!isAdmin} onSelect={() => setAsked("delete")}>
          <Trash2 aria-hidden /> {isAdmin ? "Delete" : "Delete: an owner or admin can"}
        </MenuItem>
      </Menu>
      {asked === "rename" && <RenameFilesystem filesystem={filesystem} onClose={close} />}
      {asked === "delete" && (
        <Confirm
          title={`Delete ${name}?`}
          description="Its files are gone for good, and its webhooks and mounts end at once."
          action="Delete filesystem"
          typed={name}
          run={() => deleteFilesystem(orgId, id)}
          onDone={() => {
            close();
            toast(`${name} was deleted.`);
            void cache.invalidateQueries({ queryKey: filesystemsKey(orgId) });
          }}
          onClose={close}
        />
      )}
    </li>
  );
}
