"use client";

import { useQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";

import { useOrganisation } from "@/components/layout/organisation";
import { Ago } from "@/components/ui/ago";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Link } from "@/components/ui/link";
import { MenuItem } from "@/components/ui/menu";
import { MoreMenu } from "@/components/ui/more-menu";
import { filesystemSummaryQuery } from "@/console/queries/filesystem-summary";
import type { Filesystem } from "@/console/queries/filesystems";
import { contentsOf } from "@/console/text/contents-of";
import { text } from "@/console/text/filesystems";

import { WebhookHealth } from "./webhook-health";

const RenameFilesystem = lazyWithRetry(() =>
  import("./rename-filesystem").then((all) => all.RenameFilesystem),
);
const DeleteFilesystem = lazyWithRetry(() =>
  import("./delete-filesystem").then((all) => all.DeleteFilesystem),
);

/** The columns of a row and of the heads above it. */
export const COLUMN_WIDTHS = "md:grid md:grid-cols-[minmax(0,1fr)_10rem_14rem]";

type Props = {
  filesystem: Filesystem;
  /** Tells it from others of the same name. */
  mark: string | undefined;
};

/** A filesystem in the list: its size, the health of its webhooks, and a menu to rename or delete it. */
export function FilesystemRow({ filesystem, mark }: Props) {
  const { id: orgId, isAdmin, canWrite } = useOrganisation();
  const { id, name, created_at: createdAt } = filesystem;
  const { data: summary } = useQuery(filesystemSummaryQuery(orgId, id));
  const changedAt = summary?.usage.last_change_at ?? null;
  const [dialog, setDialog] = useState<"rename" | "delete" | null>(null);
  const close = () => setDialog(null);
  return (
    <li className="flex items-start gap-4 px-5 py-3 md:items-center">
      <div className={`grid min-w-0 flex-1 gap-x-6 gap-y-1 md:items-center ${COLUMN_WIDTHS}`}>
        <div className="min-w-0">
          <Link
            href={`/o/${orgId}/filesystems/${id}/files`}
            className="hover:text-tide block truncate font-medium underline-offset-4 hover:underline"
          >
            {name}
            {mark !== undefined && (
              <code className="text-muted ml-2 font-mono text-xs font-normal">{mark}</code>
            )}
          </Link>
          <p className="text-muted min-h-5 text-sm">
            {summary && (
              <>
                {changedAt === null ? text.created : text.changed}{" "}
                <Ago at={changedAt ?? createdAt} />
              </>
            )}
          </p>
        </div>
        <p className="text-muted min-h-5 text-sm tabular-nums">
          {summary && contentsOf(summary.usage)}
        </p>
        <div className="min-h-5">{summary && <WebhookHealth webhooks={summary.webhooks} />}</div>
      </div>
      <MoreMenu label={text.moreActions(name)}>
        <MenuItem disabled={!canWrite} onSelect={() => setDialog("rename")}>
          <Pencil aria-hidden /> {text.rename}
        </MenuItem>
        <MenuItem tone="bad" disabled={!isAdmin} onSelect={() => setDialog("delete")}>
          <Trash2 aria-hidden /> {isAdmin ? text.delete : text.deleteNotAllowed}
        </MenuItem>
      </MoreMenu>
      {dialog === "rename" && <RenameFilesystem filesystem={filesystem} onClose={close} />}
      {dialog === "delete" && <DeleteFilesystem filesystem={filesystem} onClose={close} />}
    </li>
  );
}
