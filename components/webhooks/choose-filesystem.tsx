"use client";

import { Folder } from "lucide-react";
import { useState } from "react";

import { useOrganisation } from "@/components/layout/organisation";
import { Dialog } from "@/components/ui/dialog";
import { Link } from "@/components/ui/link";
import { SearchInput } from "@/components/ui/search-input";
import type { Filesystem } from "@/console/queries/filesystems";
import { text } from "@/console/text/webhook-list";
import { text as shared } from "@/console/text/webhooks";

import { webhookRoutes } from "./routes";

// Further ones are found by their name.
const SHOWN = 50;

type Props = { filesystems: readonly Filesystem[]; onClose: () => void };

/** Asks whose changes a new webhook is to send. */
export function ChooseFilesystem({ filesystems, onClose }: Props) {
  const { id: orgId } = useOrganisation();
  const [query, setQuery] = useState("");
  const found = filesystems
    .filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase()))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return (
    <Dialog title={shared.newWebhook} description={text.chooseFilesystem} onClose={onClose}>
      <SearchInput
        label={text.searchFilesystems}
        placeholder={text.searchFilesystems}
        value={query}
        onChange={setQuery}
      />
      <ul className="border-line divide-line rounded-control max-h-72 shrink-0 divide-y overflow-y-auto border">
        {found.slice(0, SHOWN).map(({ id, name }) => (
          <li key={id}>
            <Link
              href={webhookRoutes({ org_id: orgId, fs_id: id }).new}
              className="hover:bg-well flex items-center gap-2 px-3 py-2 outline-offset-[-2px]"
            >
              <Folder aria-hidden className="text-tide size-4 shrink-0" />
              <span className="min-w-0 truncate">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
      <output className="text-muted -mt-2 text-sm empty:hidden">
        {found.length === 0 && text.noFilesystem(query)}
        {found.length > SHOWN && text.moreFilesystems(SHOWN, found.length)}
      </output>
    </Dialog>
  );
}
