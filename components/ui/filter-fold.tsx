"use client";

import { type ReactNode, useState } from "react";

import { text } from "@/console/text/ui";

import { Button } from "./button";

type Props = {
  /** How many are set. */
  count: number;
  /** How they are laid out on a phone; elsewhere they are laid out by what is around. */
  className: string;
  children: ReactNode;
};

/** Filters, which on a phone would take half of the screen and are behind a button there. */
export function FilterFold({ count, className, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        className="justify-self-start sm:hidden"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {text.filters(count)}
      </Button>
      <div className={`${className} sm:contents ${isOpen ? "" : "max-sm:hidden"}`}>{children}</div>
    </>
  );
}
