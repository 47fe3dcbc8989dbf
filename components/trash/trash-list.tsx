"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { useOrganisation } from "@/components/layout/organisation";
import { Button } from "@/components/ui/button";
import { apiKeysQuery } from "@/console/queries/api-keys";
import { membersQuery } from "@/console/queries/members";
import type { TrashItem } from "@/console/queries/trash";
import { trashText as text } from "@/console/text/trash";

import { TrashRow } from "./trash-row";

type Props = {
  items: readonly TrashItem[];
  onRestore: (items: readonly TrashItem[]) => void;
  onPurge: (items: readonly TrashItem[]) => void;
};

/** The items of the trash; several can be restored or deleted together. */
export function TrashList({ items, onRestore, onPurge }: Props) {
  const { canWrite } = useOrganisation();
  const authorOf = useAuthors();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = items.filter(({ id }) => chosen.has(id));
  const clear = () => setChosen(new Set());
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <div className="border-line bg-sheet rounded-card border">
      {canWrite && (
        <div className="border-line flex min-h-12 flex-wrap items-center gap-3 border-b px-5 py-2">
          <input
            type="checkbox"
            aria-label={text.selectAll}
            className="accent-tide size-4 shrink-0"
            checked={selected.length === items.length}
            onChange={({ target }) =>
              setChosen(new Set(target.checked ? items.map(({ id }) => id) : []))
            }
          />
          <output className="flex-1 text-sm font-medium">
            {selected.length > 0 && text.selected(selected.length)}
          </output>
          {selected.length > 0 && (
            <>
              <Button variant="secondary" size="sm" onClick={() => onRestore(selected)}>
                {text.restore}
              </Button>
              <Button variant="danger" size="sm" onClick={() => onPurge(selected)}>
                {text.purge}
              </Button>
              <Button variant="secondary" size="sm" onClick={clear}>
                {text.clear}
              </Button>
            </>
          )}
        </div>
      )}
      <ul aria-label={text.list} className="divide-line divide-y">
        {items.map((item) => (
          <TrashRow
            key={item.id}
            item={item}
            author={authorOf(item.deleted_by)}
            canWrite={canWrite}
            isSelected={chosen.has(item.id)}
            onSelect={() => toggle(item.id)}
            onRestore={() => onRestore([item])}
            onPurge={() => onPurge([item])}
          />
        ))}
      </ul>
    </div>
  );
}

/** Names of those who deleted; ids of keys for members, who can't list keys, and of those who are gone. */
function useAuthors(): (author: string) => string {
  const { id: orgId, isAdmin } = useOrganisation();
  const members = useQuery(membersQuery(orgId));
  const keys = useQuery({ ...apiKeysQuery(orgId), enabled: isAdmin });
  const names = new Map([
    ...(members.data ?? []).map(({ user_id: id, name }) => [id, name] as const),
    ...(keys.data ?? []).map(({ id, name }) => [id, name] as const),
  ]);
  return (author) => {
    const [kind, id = author] = author.split(":");
    return kind === "mount" ? text.mount(id) : (names.get(id) ?? id);
  };
}
