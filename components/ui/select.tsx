import { type ComponentProps, type ReactNode, useId } from "react";

import { cn } from "./cn";

type Props = ComponentProps<"select"> & {
  label: string;
  /** Shows the label to screen readers only. */
  quiet?: boolean;
  /** For use in a list row. */
  dense?: boolean;
  children: ReactNode;
};

/** A native select, which works best on phones and with screen readers. */
export function Select({
  label,
  quiet = false,
  dense = false,
  className,
  children,
  ...props
}: Props) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className={quiet ? "sr-only" : "text-sm font-medium"}>
        {label}
      </label>
      <select
        id={id}
        className={cn(
          "border-edge bg-sheet rounded-control disabled:bg-well border px-2.5 text-lg sm:text-base",
          dense ? "h-8" : "h-9",
          className,
        )}
        {...props}
      >
        {children}
      </select>
    </div>
  );
}
