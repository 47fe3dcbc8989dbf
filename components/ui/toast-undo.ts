import { text } from "@/console/text/ui";

import { toast } from "./toasts";

// Where keys are for a text, and where what was done before is out of sight.
const ELSEWHERE = "input:not([type=checkbox]), textarea, select, [role=dialog]";

let isListening = false;

/** Says what was done, with a button that undoes it. Ctrl+Z, on a Mac ⌘Z, presses the button of the latest one. */
export function toastUndo(message: string, run: () => void): void {
  toast(message, { name: text.undo, run });
  if (isListening) return;
  isListening = true;
  window.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
    if (key.toLowerCase() !== "z" || !(ctrlKey || metaKey) || shiftKey || altKey) return;
    if (target instanceof Element && target.closest(ELSEWHERE) !== null) return;
    const latest = [...document.querySelectorAll<HTMLElement>("[data-undo]")].at(-1);
    if (latest === undefined) return;
    event.preventDefault();
    latest.click();
  });
}
