import type { ComponentProps } from "react";

type Props = ComponentProps<"button"> & {
  /** What it is called. */
  label: string;
};

/** A button with three dots, behind which a row has its menu. */
export const DotsButton = ({ label, ...props }: Props) => (
  <button
    type="button"
    aria-label={label}
    className="text-muted hover:bg-well hover:text-ink rounded-control p-1.5"
    {...props}
  >
    <span aria-hidden className="dots block size-4" />
  </button>
);
