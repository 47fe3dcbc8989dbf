"use client";

import { cva } from "class-variance-authority";
import { Check } from "lucide-react";
import * as Dropdown from "radix-ui/dropdown-menu";
import type { ComponentProps, ReactNode } from "react";

const item = cva(
  "rounded-control flex cursor-default items-center gap-2 px-2.5 py-1.5 text-base outline-none select-none data-[disabled]:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      tone: { plain: "data-[highlighted]:bg-well", bad: "text-bad data-[highlighted]:bg-bad-soft" },
    },
    defaultVariants: { tone: "plain" },
  },
);

type Props = {
  /** The one button that opens it. */
  trigger: ReactNode;
  align?: "start" | "end";
  children: ReactNode;
};

/** What can be done or gone to, below the button that opens it, and beside it in the document: a part of its landmark. */
export function Menu({ trigger, align = "end", children }: Props) {
  return (
    <Dropdown.Root modal={false}>
      <Dropdown.Trigger asChild>{trigger}</Dropdown.Trigger>
      <Dropdown.Content
        align={align}
        sideOffset={6}
        collisionPadding={8}
        className="border-line bg-sheet shadow-card rounded-card z-40 max-h-(--radix-dropdown-menu-content-available-height) max-w-72 min-w-52 overflow-y-auto border p-1.5"
      >
        {children}
      </Dropdown.Content>
    </Dropdown.Root>
  );
}

/** One thing to do; with `asChild` the link inside is the item. */
export function MenuItem({
  tone,
  ...props
}: ComponentProps<typeof Dropdown.Item> & { tone?: "plain" | "bad" }) {
  return <Dropdown.Item className={item({ tone })} {...props} />;
}

/** A line between items of different kinds. */
export function MenuSeparator() {
  return <Dropdown.Separator className="bg-line -mx-1.5 my-1.5 h-px" />;
}

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly { value: string; name: ReactNode }[];
  onChange: (value: string) => void;
};

/** One of several, with the chosen one ticked. */
export function MenuChoice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <Dropdown.RadioGroup aria-label={label} value={value} onValueChange={onChange}>
      <Dropdown.Label className="text-muted px-2.5 pt-1 pb-0.5 text-xs font-medium">
        {label}
      </Dropdown.Label>
      {options.map((option) => (
        <Dropdown.RadioItem key={option.value} value={option.value} className={item()}>
          <span className="min-w-0 flex-1 truncate">{option.name}</span>
          <Dropdown.ItemIndicator>
            <Check aria-hidden className="text-tide" />
          </Dropdown.ItemIndicator>
        </Dropdown.RadioItem>
      ))}
    </Dropdown.RadioGroup>
  );
}
