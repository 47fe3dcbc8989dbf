"use client";

import { useEffect, useRef } from "react";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { OnConflict } from "@/console/queries/transfers";
import { transferText as text } from "@/console/text/transfers";

type Props = {
  /** Which are taken. */
  names: readonly string[];
  onResolve: (how: OnConflict) => void;
  onSkip: () => void;
};

/** Asks what to do about names that are taken. The answer that loses nothing has the focus. */
export function NameConflict({ names, onResolve, onSkip }: Props) {
  const keepBoth = useRef<HTMLButtonElement>(null);
  useEffect(() => keepBoth.current?.focus(), []);
  return (
    <>
      <Alert tone="warn">
        <p>{text.taken(names)}</p>
        <p>{text.replaceLoses(names.length)}</p>
      </Alert>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onSkip}>
          {text.skip}
        </Button>
        <Button variant="danger" onClick={() => onResolve("replace")}>
          {text.replace}
        </Button>
        <Button ref={keepBoth} onClick={() => onResolve("keepBoth")}>
          {text.keepBoth}
        </Button>
      </div>
    </>
  );
}
