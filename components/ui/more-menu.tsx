"use client";

import type { ComponentProps } from "react";

import { DotsButton } from "./dots-button";
import { Menu } from "./menu";

type Props = Omit<ComponentProps<typeof Menu>, "trigger"> & {
  /** What its button is called. */
  label: string;
};

/** The menu of a row, behind a button with three dots. */
export const MoreMenu = ({ label, ...menu }: Props) => (
  <Menu {...menu} trigger={<DotsButton label={label} />} />
);
