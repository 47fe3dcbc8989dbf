import { cva, type VariantProps } from "class-variance-authority";
import { Children, cloneElement, type ComponentProps, isValidElement } from "react";

import { cn } from "./cn";

const button = cva(
  "rounded-control inline-flex shrink-0 items-center justify-center gap-2 font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "bg-tide text-on-tide hover:bg-tide-strong",
        secondary: "border-line bg-sheet text-ink hover:bg-well border",
        danger: "border-line bg-sheet text-bad hover:bg-bad-soft border",
      },
      size: { md: "h-9 px-4 text-base", sm: "h-7 px-2.5 text-sm" },
    },
    defaultVariants: { variant: "primary", size: "md" },
  },
);

type Props = ComponentProps<"button"> &
  VariantProps<typeof button> & {
    /** Gives its looks to the one element inside, as to a link. */
    asChild?: boolean;
  };

/** What makes something happen. A button that is no form's own is of type `button`. */
export function Button({ className, variant, size, asChild = false, children, ...props }: Props) {
  const classes = cn(button({ variant, size }), className);
  if (!asChild)
    return (
      <button type="button" className={classes} {...props}>
        {children}
      </button>
    );
  const child: unknown = Children.only(children);
  if (!isValidElement<ComponentProps<"button">>(child)) return null;
  return cloneElement(child, { ...props, className: cn(classes, child.props.className) });
}
