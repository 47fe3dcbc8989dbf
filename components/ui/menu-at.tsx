"use client";

import type { ComponentProps, ReactNode } from "react";

import { Loaded } from "./menu";
import * as parts from "./menu-parts";

type Props = ComponentProps<typeof parts.OpenedAt> & { children: ReactNode };

/** A menu at a position in the window, as where the pointer is. It is open as long as it is rendered. */
export function MenuAt(props: Props) {
  return (
    <Loaded value={parts}>
      <parts.OpenedAt {...props} />
    </Loaded>
  );
}
