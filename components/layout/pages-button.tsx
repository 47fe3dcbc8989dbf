"use client";

import { Menu, X } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";

import { text } from "@/console/text/layout";

type Props = {
  /** The id of what it shows. */
  controls: string;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
};

/** Shows the pages of the console on a phone, until Escape or a press anywhere else. */
export function PagesButton({ controls, isOpen, onChange }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const close = useEffectEvent(() => onChange(false));
  useEffect(() => {
    if (!isOpen) return undefined;
    const closing = new AbortController();
    const { signal } = closing;
    const escape = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      close();
      button.current?.focus();
    };
    const leave = ({ target }: PointerEvent) => {
      const header = button.current?.closest("header");
      if (target instanceof Node && header?.contains(target) === false) close();
    };
    window.addEventListener("keydown", escape, { signal });
    window.addEventListener("pointerdown", leave, { signal });
    return () => closing.abort();
  }, [isOpen]);
  const Icon = isOpen ? X : Menu;
  return (
    <button
      ref={button}
      type="button"
      aria-label={text.pages}
      aria-controls={controls}
      aria-expanded={isOpen}
      className="border-line text-muted hover:bg-well hover:text-ink rounded-control grid size-9 shrink-0 place-items-center border lg:hidden"
      onClick={() => onChange(!isOpen)}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
