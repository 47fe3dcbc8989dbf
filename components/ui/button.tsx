import { Children, cloneElement, type ComponentProps, isValidElement } from "react";

import { cn } from "./cn";

const BASE =
  "rounded-control inline-flex shrink-0 items-center justify-center gap-2 font-medium whitespace-nowrap transition-colors pointer-coarse:min-h-10 disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0";
const VARIANTS = {
  primary: "bg-tide text-on-tide hover:bg-tide-strong",
  secondary: "border-line bg-sheet text-ink hover:bg-well border",
  danger: "border-line bg-sheet text-bad hover:bg-bad-soft border",
};
const SIZES = { md: "h-9 px-4 text-base", sm: "h-7 px-2.5 text-sm" };

type Props = Omit<ComponentProps<"button">, "type"> & {
  variant?: keyof typeof VARIANTS;
  size?: keyof typeof SIZES;
  /** Applies the styles to the only child, such as a link. */
  asChild?: boolean;
};

/** A button that triggers an action, or with `aria-disabled` keeps the focus and triggers none. Forms use `Submit`. */
export function Button(allProps: Props) {
  const {
    className,
    variant = "primary",
    size = "md",
    asChild = false,
    children,
    onClick,
    ...props
  } = allProps;
  const classes = cn(BASE, VARIANTS[variant], SIZES[size], className);
  if (!asChild)
    return (
      <button
        type="button"
        className={classes}
        onClick={props["aria-disabled"] === true ? undefined : onClick}
        {...props}
      >
        {children}
      </button>
    );
  const child: unknown = Children.only(children);
  if (!isValidElement<ComponentProps<"button">>(child)) return null;
  return cloneElement(child, { onClick, ...props, className: cn(classes, child.props.className) });
}
