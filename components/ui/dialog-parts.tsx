"use client";

import * as Radix from "radix-ui/dialog";

import type { DialogProps } from "./dialog";
import { DialogClose } from "./dialog-close";
import { useReturnFocus } from "./use-return-focus";

/** See Dialog. */
export function Opened({ title, description, isWide, isSticky, onClose, children }: DialogProps) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open onOpenChange={(open) => !open && !isSticky && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-black/45" />
        <Radix.Content
          onOpenAutoFocus={focusField}
          {...returnFocus}
          {...(description ? {} : { "aria-describedby": undefined })}
          className={`border-line bg-sheet shadow-card rounded-card fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] ${isWide ? "h-dvh max-w-5xl" : "max-w-lg"} -translate-x-1/2 -translate-y-1/2 scroll-pt-24 scroll-pb-24 flex-col gap-5 overflow-y-auto border p-5 sm:p-6`}
        >
          {/* Stays in view: focus that comes round to the close button does not scroll. */}
          <div className="bg-sheet sticky -top-5 z-10 -mx-5 -mt-5 flex items-start justify-between gap-4 px-5 pt-5 pb-1 sm:-top-6 sm:-mx-6 sm:-mt-6 sm:px-6 sm:pt-6">
            <div className="flex min-w-0 flex-col gap-1">
              <Radix.Title className="text-lg font-semibold wrap-anywhere">{title}</Radix.Title>
              {description && (
                <Radix.Description className="text-muted">{description}</Radix.Description>
              )}
            </div>
            {!isSticky && <DialogClose />}
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Focuses the first field of a form, or what is marked, instead of the close button; typing replaces what it starts as. */
function focusField(event: Event): void {
  if (!(event.target instanceof HTMLElement)) return;
  const field = event.target.querySelector<HTMLElement>(
    "[data-autofocus], input:not([type=checkbox], [hidden]), select, textarea:not([readonly])",
  );
  if (field === null) return;
  event.preventDefault();
  field.focus();
  if (field instanceof HTMLInputElement) field.select();
}
