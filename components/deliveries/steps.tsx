import { ChevronDown, ChevronUp } from "lucide-react";
import { useEffect } from "react";

import { Button } from "@/components/ui/button";
import { text } from "@/console/text/delivery";

/** Show the row before and the row after; undefined at an end of the list. */
export type Neighbours = { previous: (() => void) | undefined; next: (() => void) | undefined };

/** How to show the neighbours of a row that is open, which may be in no list. */
export function neighboursOf(
  rows: readonly { id: string }[] = [],
  opened: string | null,
  show: (id: string) => void,
): Neighbours {
  const at = rows.findIndex(({ id }) => id === opened);
  const stepTo = (index: number) => {
    const row = at < 0 || index < 0 ? undefined : rows[index];
    return row && (() => show(row.id));
  };
  return { previous: stepTo(at - 1), next: stepTo(at + 1) };
}

/** Buttons, and the keys K and J, that show the previous and the next row of a list. */
export function Steps({ previous, next }: Neighbours) {
  useEffect(() => {
    const onKey = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (ctrlKey || metaKey || altKey || target instanceof HTMLInputElement) return;
      if (key === "k") previous?.();
      if (key === "j") next?.();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
  return (
    <>
      <Step label={text.previous} onStep={previous} Icon={ChevronUp} />
      <Step label={text.next} onStep={next} Icon={ChevronDown} />
    </>
  );
}

type StepProps = { label: string; onStep: (() => void) | undefined; Icon: typeof ChevronUp };

function Step({ label, onStep, Icon }: StepProps) {
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={label}
      title={label}
      aria-disabled={onStep === undefined}
      onClick={() => onStep?.()}
    >
      <Icon aria-hidden className="size-4" />
    </Button>
  );
}
