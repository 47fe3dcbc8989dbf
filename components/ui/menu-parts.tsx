"use client";

import { Check } from "lucide-react";
import * as Dropdown from "radix-ui/dropdown-menu";
import { type ComponentProps, type ReactElement, type ReactNode, useState } from "react";

import { menuOpeners } from "./use-return-focus";

const ITEM =
  "rounded-control flex cursor-default items-center gap-2 px-2.5 py-1.5 text-base outline-none select-none pointer-coarse:min-h-11 data-[disabled]:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0";
const CONTENT =
  "border-line bg-sheet shadow-card rounded-card z-40 max-h-(--radix-dropdown-menu-content-available-height) max-w-72 min-w-52 overflow-y-auto border p-1.5";
const TONES = {
  plain: "data-[highlighted]:bg-well",
  bad: "text-bad data-[highlighted]:bg-bad-soft",
};

export type OpenedProps = {
  /** The button that opens it. */
  trigger: ReactElement<ComponentProps<"button">>;
  align?: "start" | "end";
  children: ReactNode;
};

export type ChoiceProps = {
  label: string;
  value: string;
  options: readonly { value: string; name: ReactNode }[];
  onChange: (value: string) => void;
};

/** The menu itself. It opens as soon as it is loaded, since it was requested by a click. */
export function Opened({ trigger, align, children }: OpenedProps) {
  return (
    <Dropdown.Root modal={false} defaultOpen>
      <Dropdown.Trigger asChild>{trigger}</Dropdown.Trigger>
      <Dropdown.Content
        align={align ?? "end"}
        sideOffset={6}
        collisionPadding={8}
        className={CONTENT}
      >
        {children}
      </Dropdown.Content>
    </Dropdown.Root>
  );
}

type OpenedAtProps = {
  label: string;
  /** In pixels of the window. */
  at: { x: number; y: number; align: "start" | "end" };
  children: ReactNode;
  onClose: () => void;
};

/** See MenuAt. What had the focus has it again afterwards. */
export function OpenedAt({ label, at, children, onClose }: OpenedAtProps) {
  const [opener] = useState(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement : null,
  );
  return (
    <Dropdown.Root modal={false} open onOpenChange={onClose}>
      <Dropdown.Trigger asChild>
        <span aria-hidden className="fixed size-0" style={{ left: at.x, top: at.y }} />
      </Dropdown.Trigger>
      <Dropdown.Content
        ref={(menu) => void (menu && opener && menuOpeners.set(menu, opener))}
        aria-label={label}
        aria-labelledby={undefined}
        align={at.align}
        collisionPadding={8}
        className={CONTENT}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          opener?.focus({ preventScroll: true });
        }}
      >
        {children}
      </Dropdown.Content>
    </Dropdown.Root>
  );
}

/** See MenuItem. */
export function Item({
  tone = "plain",
  ...props
}: ComponentProps<typeof Dropdown.Item> & { tone?: keyof typeof TONES }) {
  return <Dropdown.Item className={`${ITEM} ${TONES[tone]}`} {...props} />;
}

/** See MenuLabel. */
export function Label({ children }: { children: ReactNode }) {
  return (
    <Dropdown.Label className="text-muted px-2.5 pt-1 pb-0.5 text-xs font-medium">
      {children}
    </Dropdown.Label>
  );
}

/** See MenuSeparator. */
export function Separator() {
  return <Dropdown.Separator className="bg-line -mx-1.5 my-1.5 h-px" />;
}

/** See MenuChoice. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <Dropdown.RadioGroup aria-label={label} value={value} onValueChange={onChange}>
      <Label>{label}</Label>
      {options.map((option) => (
        <Dropdown.RadioItem
          key={option.value}
          value={option.value}
          className={`${ITEM} ${TONES.plain}`}
        >
          <span className="min-w-0 flex-1 truncate">{option.name}</span>
          <Dropdown.ItemIndicator>
            <Check aria-hidden className="text-tide" />
          </Dropdown.ItemIndicator>
        </Dropdown.RadioItem>
      ))}
    </Dropdown.RadioGroup>
  );
}
