"use client";

import * as Radix from "radix-ui/dialog";
import type { ReactNode } from "react";

import { DialogClose } from "./dialog-close";
import { useReturnFocus } from "./use-return-focus";

type Props = {
  title: string;
  description: ReactNode;
  /** Shown beside the button that closes it. */
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

/** A panel at the side of the page with the details of a row. It is open while it is rendered. */
export function Drawer({ title, description, actions, onClose, children }: Props) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/45" />
        <Radix.Content
          {...returnFocus}
          className="border-line bg-sheet shadow-card fixed inset-y-0 right-0 z-50 flex w-full max-w-xl flex-col overflow-y-auto sm:border-l"
        >
          {/* Above what scrolls below it, also where that is positioned. */}
          <header className="border-line bg-sheet sticky top-0 z-10 flex items-start justify-between gap-4 border-b px-5 py-4">
            <div className="flex min-w-0 flex-col gap-0.5">
              <Radix.Title className="text-lg font-semibold wrap-anywhere">{title}</Radix.Title>
              <Radix.Description className="text-muted font-mono text-xs wrap-anywhere">
                {description}
              </Radix.Description>
            </div>
            <div className="flex items-center gap-1">
              {actions}
              <DialogClose />
            </div>
          </header>
          <div className="flex flex-col gap-6 p-5">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
