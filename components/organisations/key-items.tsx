"use client";

import { Ban, ChartColumn, KeyRound, Pencil } from "lucide-react";

import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { text } from "@/console/text/api-keys";

import type { KeyDialogName } from "./key-dialog";

/** The menu items of an API key. */
export function KeyItems({ onOpen }: { onOpen: (dialog: KeyDialogName) => void }) {
  return (
    <>
      <MenuItem onSelect={() => onOpen("requests")}>
        <ChartColumn aria-hidden /> {text.requests}
      </MenuItem>
      <MenuItem onSelect={() => onOpen("edit")}>
        <Pencil aria-hidden /> {text.edit}
      </MenuItem>
      <MenuItem onSelect={() => onOpen("rotate")}>
        <KeyRound aria-hidden /> {text.rotate}
      </MenuItem>
      <MenuSeparator />
      <MenuItem tone="bad" onSelect={() => onOpen("revoke")}>
        <Ban aria-hidden /> {text.revoke}
      </MenuItem>
    </>
  );
}
