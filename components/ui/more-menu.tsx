"use client";

import type { ComponentProps } from "react";

import { Menu } from "./menu";

type Props = Omit<ComponentProps<typeof Menu>, "trigger"> & {
  /** What its button is called. */
  label: string;
  tabIndex?: number;
};

/** The menu of a row, behind a button with three dots. */
export function MoreMenu({ label, tabIndex, ...menu }: Props) {
  return (
    <Menu
      {...menu}
      trigger={
        <button
          type="button"
          aria-label={label}
          tabIndex={tabIndex}
          className="text-muted hover:bg-well hover:text-ink rounded-control p-1.5"
        >
          <span aria-hidden className="dots block size-4" />
        </button>
      }
    />
  );
}
