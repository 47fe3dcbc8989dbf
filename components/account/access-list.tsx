"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { Failure } from "@/components/forms/failure";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";

type Access = {
  id: string;
  name: string;
  /** What else tells it from others, for its line and for who hears its button. */
  about: ReactNode;
  label: string;
  /** Whether it is what this page was opened with. */
  current?: boolean;
};

type Props = {
  /** Undefined while they are being asked for. */
  list: readonly Access[] | undefined;
  failure: Error | null;
  /** What the button of each says, and does. */
  verb: string;
  end: (id: string) => Promise<void>;
  empty: string;
};

/** What can act as oneself, and a button to end each but the one in use. */
export function AccessList({ list, failure, verb, end, empty }: Props) {
  const cache = useQueryClient();
  const ending = useMutation({
    mutationFn: end,
    onSettled: () => cache.invalidateQueries({ queryKey: ["me"] }),
  });
  const error = failure ?? ending.error;
  return (
    <>
      {error && (
        <div className="px-5 pt-4">
          <Failure error={error} />
        </div>
      )}
      <ul aria-busy={list === undefined} className="divide-line min-h-13 divide-y">
        {list?.length === 0 && <li className="text-muted px-5 py-3.5">{empty}</li>}
        {list?.map(({ id, name, about, label, current = false }) => (
          <li key={id} className="flex items-center justify-between gap-4 px-5 py-3">
            <div className="min-w-0">
              <p className="flex items-center gap-2">
                <span className="truncate font-medium">{name}</span>
                {current && <Badge tone="tide">This browser</Badge>}
              </p>
              <p className="text-muted text-sm">{about}</p>
            </div>
            {!current && (
              <Button
                variant="secondary"
                size="sm"
                aria-label={`${verb} ${label}`}
                onClick={() => ending.mutate(id)}
              >
                {verb}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
