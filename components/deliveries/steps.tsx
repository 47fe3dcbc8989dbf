import { ChevronDown, ChevronUp } from "lucide-react";
import { useEffect } from "react";

import { Button } from "@/components/ui/button";
import { text } from "@/console/text/delivery";

import type { Neighbours } from "./neighbours";

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
