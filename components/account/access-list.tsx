"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { Failure } from "@/components/forms/failure";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { text } from "@/console/text/account";

type Access = {
  id: string;
  name: string;
  /** Shown below the name. */
  about: ReactNode;
  /** Names it in the accessible label of its button. */
  label: string;
  /** Whether it is the session of this browser. */
  current?: boolean;
};

type Props = {
  /** Undefined while loading. */
  list: readonly Access[] | undefined;
  failure: Error | null;
  /** The label of each button, and what it does. */
  action: string;
  run: (id: string) => Promise<void>;
  empty: string;
};

/** Sessions, logins or identities of the user, each with a button to end it except the current one. */
export function AccessList({ list, failure, action, run, empty }: Props) {
  const cache = useQueryClient();
  const ending = useMutation({
    mutationFn: run,
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
                {current && <Badge tone="tide">{text.thisBrowser}</Badge>}
              </p>
              <p className="text-muted text-sm">{about}</p>
            </div>
            {!current && (
              <Button
                variant="secondary"
                size="sm"
                aria-label={text.actionOn(action, label)}
                aria-disabled={ending.isPending}
                onClick={() => ending.mutate(id)}
              >
                {action}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
